#pragma once

// Everything: the engine's public face. You can also include each header on its own.
//
//   build.h        bodies: cloth.h, strands.h, solids.h; placing them and selecting their vertices
//   model.h        the tables that bodies are made of, and the state that moves
//   collider.h     obstacles
//   solver.h       integrators and minimisers
//   setup.h        everything that a simulation is made from
//   simulation.h   a setup in motion
//   edit.h         grab, pin, cut, tear
//   report.h       what a step took and reached
//   scene.h        scene files
//   version.h      the version of headers and library
//
// Units are SI: m, kg, s, N, Pa, J; angles are in radians unless a field says °.

#include "tensio/build.h"
#include "tensio/edit.h"
#include "tensio/report.h"
#include "tensio/scene.h"
#include "tensio/simulation.h"
#include "tensio/version.h"
