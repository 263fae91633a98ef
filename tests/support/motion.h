#pragma once

#include <gtest/gtest.h>

#include "integrate/integrator.h"

namespace tensio {

/// A model with what acts on it, advanced by one scheme; implicit ones are solved to rounding.
class Motion {
 public:
  Motion(Model model, Scheme scheme, Vec3 gravity = {}, double gamma = 0, Start start = Start::target)
      : model_(std::move(model)),
        system_(make_system(model_, gravity, 1, gamma)),
        state_(make_state(model_)),
        integrator_(make_integrator(scheme, {},
                                    {.method = Method::newton,
                                     .iterations = 50,
                                     .tolerance = 1e-14,
                                     .start = start,
                                     .hessian = HessianForm::exact},
                                    workers_)) {}
  Motion(const Motion&) = delete;

  void advance(double h, long steps) {
    for (long step = 0; step < steps; ++step, ++count_)
      if (!is_usable(integrator_->advance(system_, state_, h, (count_ + 1) * h).status)) {
        ADD_FAILURE() << "step " << count_ << " failed";
        return;
      }
  }
  State& state() { return state_; }
  const Model& model() const { return model_; }

 private:
  Workers workers_;
  Model model_;
  System system_;
  State state_;
  std::unique_ptr<Integrator> integrator_;
  long count_ = 0;
};

}  // namespace tensio
