#include "io/scene_preset.h"

#include <fmt/format.h>

namespace tensio {

const std::vector<ScenePreset>& scene_presets() {
  // Found by `tensio lab motion`, see docs/motion.md.
  static const std::vector<ScenePreset> presets = {
      {"realtime",
       "accurate motion in about two milliseconds per frame for 6,500 vertices, at any stiffness",
       {"integrator.scheme=bdf2", "time.substeps=10", "minimiser.method=local-global",
        "minimiser.iterations=1", "minimiser.tolerance=0", "minimiser.start=target",
        "minimiser.precision=mixed", "minimiser.threads=2"}},
      {"realtime-light",
       "half the time of realtime, for many cloths at once",
       {"integrator.scheme=bdf2", "time.substeps=4", "minimiser.method=local-global",
        "minimiser.iterations=1", "minimiser.tolerance=0", "minimiser.start=target",
        "minimiser.precision=mixed", "minimiser.threads=2"}},
      {"realtime-tiny",
       "an eighth of the time of realtime on grids: simulates every third row and column, without the finest "
       "folds",
       {"body.*.coarsening=3", "integrator.scheme=bdf2", "time.substeps=10", "minimiser.method=local-global",
        "minimiser.iterations=1", "minimiser.tolerance=0", "minimiser.start=target",
        "minimiser.precision=mixed", "minimiser.threads=1"}},
      {"realtime-solid",
       "realtime for soft bodies, and for sheets with Poisson's ratio, which no constant matrix bounds",
       {"integrator.scheme=bdf2", "time.substeps=10", "minimiser.method=ncg", "minimiser.iterations=4",
        "minimiser.tolerance=0", "minimiser.start=current", "minimiser.precision=mixed",
        "minimiser.threads=2"}},
      {"accurate",
       "explicit steps of half the length that stability allows: on soft cloth thousands of times more "
       "accurate than realtime in about twice the time; stiffer cloth needs more steps",
       {"integrator.scheme=velocity-verlet", "time.substeps=auto", "minimiser.precision=mixed",
        "minimiser.threads=2"}},
  };
  return presets;
}

Result<const ScenePreset*> find_preset(const std::string& name) {
  std::string known;
  for (const ScenePreset& preset : scene_presets()) {
    if (name == preset.name) return &preset;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", preset.name);
  }
  return fail(fmt::format("unknown preset \"{}\"; choose one of {}", name, known));
}

}  // namespace tensio
