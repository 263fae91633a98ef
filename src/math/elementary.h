#pragma once

namespace tensio {

/// The elementary functions that a simulation's state depends on. The standard library's differ in the last
/// bit between C libraries, and within one between processors; these consist of +, −, ×, ÷ alone, so that a
/// state hash is the same everywhere. Sine and cosine are good to about 2 ε, powers to about ε (2 + |exponent
/// · ln base|), exponentials to about 2 ε.
struct SineCosine {
  double sine, cosine;
};
SineCosine sine_cosine(double angle);        // rad; |angle| up to 1e6
double arc_tangent(double y, double x);      // the angle of (x, y), −π … π; 0 at (0, 0)
double power(double base, double exponent);  // base ≥ 0, exponent ≥ 0
double logarithm(double x);                  // natural, x > 0
double exponential(double x);                // e^x; infinite above 709.78, 0 below −745

}  // namespace tensio
