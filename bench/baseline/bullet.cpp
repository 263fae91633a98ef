#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

#include "lab/baseline.h"

namespace tensio::lab {
namespace {

btVector3 to_bullet(const Vec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

class BulletPeer final : public Peer {
 public:
  BulletPeer(const BaselineProblem& problem, int iterations)
      : h_(static_cast<btScalar>(problem.h)),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &constraints_, &configuration_, &solver_) {
    const Model& model = *problem.model;
    const btVector3 gravity = to_bullet(problem.gravity);
    world_.setGravity(gravity);
    world_.getWorldInfo().m_gravity = gravity;
    world_.getWorldInfo().air_density = 0;
    std::vector<btVector3> x;
    std::vector<btScalar> mass;
    for (std::size_t i = 0; i < model.vertex_count(); ++i) {
      x.push_back(to_bullet(model.rest_position[i]));
      mass.push_back(static_cast<btScalar>(model.mass[i]));
    }
    for (const Pin& pin : model.pins) mass[pin.vertex] = 0;  // Bullet's way to hold a node
    body_ = std::make_unique<btSoftBody>(&world_.getWorldInfo(), static_cast<int>(x.size()), x.data(),
                                         mass.data());
    body_->m_materials[0]->m_kLST = 1;  // as stiff as it gets
    for (const auto& [a, b] : model.springs.ends) body_->appendLink(static_cast<int>(a), static_cast<int>(b));
    body_->m_cfg.piterations = iterations;
    body_->m_cfg.collisions = 0;
    world_.addSoftBody(body_.get());
  }
  ~BulletPeer() override { world_.removeSoftBody(body_.get()); }
  BulletPeer(const BulletPeer&) = delete;
  BulletPeer& operator=(const BulletPeer&) = delete;

  void advance_frame() override { world_.stepSimulation(h_, 0); }
  void get_positions(std::span<Vec3> x) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const btVector3& at = body_->m_nodes[static_cast<int>(i)].m_x;
      x[i] = {at.x(), at.y(), at.z()};
    }
  }

 private:
  btScalar h_;
  btSoftBodyRigidBodyCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver constraints_;
  btDefaultSoftBodySolver solver_;
  btSoftRigidDynamicsWorld world_;
  std::unique_ptr<btSoftBody> body_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet_peer(const BaselineProblem& problem, int iterations) {
  return std::make_unique<BulletPeer>(problem, iterations);
}

}  // namespace tensio::lab
