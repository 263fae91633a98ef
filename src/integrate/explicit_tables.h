#pragma once

#include "integrate/explicit.h"

/// The explicit Runge–Kutta methods; scheme_rows.cpp says the rest about each.
namespace tensio::explicit_tables {

inline constexpr ExplicitTable euler{.stages = 1, .b = {1}};
inline constexpr ExplicitTable midpoint{
    .stages = 2, .c = {0, 0.5}, .a = {{{}, {0.5}}}, .b = {0, 1}, .lower = {1}, .lower_order = 1};
inline constexpr ExplicitTable heun{
    .stages = 2, .c = {0, 1}, .a = {{{}, {1}}}, .b = {0.5, 0.5}, .lower = {1}, .lower_order = 1};
inline constexpr ExplicitTable rk4{.stages = 4,
                                   .c = {0, 0.5, 0.5, 1},
                                   .a = {{{}, {0.5}, {0, 0.5}, {0, 0, 1}}},
                                   .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
// Bogacki and Shampine, "A 3(2) pair of Runge–Kutta formulas", Appl. Math. Lett. 2 (1989).
inline constexpr ExplicitTable bogacki_shampine{.stages = 4,
                                                .c = {0, 0.5, 0.75, 1},
                                                .a = {{{}, {0.5}, {0, 0.75}, {2.0 / 9, 1.0 / 3, 4.0 / 9}}},
                                                .b = {2.0 / 9, 1.0 / 3, 4.0 / 9},
                                                .lower = {7.0 / 24, 0.25, 1.0 / 3, 0.125},
                                                .lower_order = 2};
// Dormand and Prince, "A family of embedded Runge–Kutta formulae", J. Comput. Appl. Math. 6 (1980), table 2.
inline constexpr ExplicitTable dormand_prince{
    .stages = 7,
    .c = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1},
    .a = {{{},
           {0.2},
           {3.0 / 40, 9.0 / 40},
           {44.0 / 45, -56.0 / 15, 32.0 / 9},
           {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
           {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
           {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
    .lower = {5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40},
    .lower_order = 4};

}  // namespace tensio::explicit_tables
