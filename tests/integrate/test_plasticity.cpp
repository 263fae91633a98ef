#include <gtest/gtest.h>

#include "integrate/plasticity.h"

namespace tensio {
namespace {

/// A spring of 1 m whose ends are led to a strain in small steps.
class Pulled {
 public:
  explicit Pulled(const PlasticityOptions& options) : plasticity_(options) {
    springs_.add(0, 1, SpringFamily::structural, 1, 100);
  }
  void lead_to(double strain) {
    for (int step = 1; step <= 100; ++step) {
      const double at = strain_ + (strain - strain_) * step / 100;
      plasticity_.apply(0.01, std::vector<Vec3>{{0, 0, 0}, {0, 1 + at, 0}}, springs_);
    }
    strain_ = strain;
  }
  double tension() const { return 100 * (1 + strain_ - springs_.rest_length[0]); }
  double set() const { return springs_.rest_length[0] - 1; }
  void put_back(double strain, double set) {
    strain_ = strain;
    springs_.rest_length[0] = 1 + set;
  }

 private:
  Plasticity plasticity_;
  Springs springs_;
  double strain_ = 0;
};

TEST(Plasticity, UnloadingAndPermanentSetFollowTheElastoplasticSpring) {
  constexpr double yield = 0.1, hardening = 0.25;
  Pulled spring({.yield = yield, .hardening = hardening});
  spring.lead_to(0.08);
  EXPECT_NEAR(spring.tension(), 8, 1e-12);  // elastic
  spring.lead_to(0.3);
  const double plastic = (0.3 - yield) / (1 + hardening);  // e − p = y + H p
  EXPECT_NEAR(spring.set(), plastic, 1e-12);
  EXPECT_NEAR(spring.tension(), 100 * (0.3 - plastic), 1e-10);
  spring.lead_to(0.2);  // elastic again, along the same slope
  EXPECT_NEAR(spring.tension(), 100 * (0.2 - plastic), 1e-10);
  spring.lead_to(plastic);
  EXPECT_NEAR(spring.tension(), 0, 1e-10);
  EXPECT_NEAR(spring.set(), plastic, 1e-12);
  // Back beyond the yield strain, which has grown to y + H p: it flows the other way.
  spring.lead_to(-0.2);
  const double limit = yield + hardening * plastic;
  const double back = (plastic + 0.2 - limit) / (1 + hardening);
  EXPECT_NEAR(spring.set(), plastic - back, 1e-12);
}

TEST(Plasticity, CreepsTowardsTheYieldStrainInItsTime) {
  Pulled spring({.yield = 0.1, .time = 0.5});
  spring.lead_to(0.3);
  const double before = 0.3 - spring.set() - 0.1;
  spring.lead_to(0.3);  // a second
  EXPECT_NEAR((0.3 - spring.set() - 0.1) / before, std::exp(-2), 0.01);
}

TEST(Plasticity, GoesOnFromTheSetThatASpringWasPutBackTo) {
  Pulled spring({.yield = 0.1});
  spring.lead_to(0.3);
  spring.lead_to(0.6);
  EXPECT_NEAR(spring.set(), 0.5, 1e-12);
  spring.put_back(0.25, 0.2);
  spring.lead_to(0.3);
  EXPECT_NEAR(spring.set(), 0.2, 1e-12) << "elastic: within 0.1 of the set of then";
  spring.lead_to(0.4);
  EXPECT_NEAR(spring.set(), 0.3, 1e-12);
}

TEST(Plasticity, KeepsToItsLargestSet) {
  Pulled spring({.yield = 0.1, .most = 0.15});
  spring.lead_to(2);
  EXPECT_DOUBLE_EQ(spring.set(), 0.15);
}

}  // namespace
}  // namespace tensio
