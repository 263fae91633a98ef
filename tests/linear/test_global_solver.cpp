#include <gtest/gtest.h>

#include "factor/spring_matrices.h"
#include "linear/global_solver.h"

namespace tensio {
namespace {

TEST(GlobalSolver, SolvesFieldsAndTellsWhatItReads) {
  const SparseMatrix a = grid(30);
  Workers workers(2);
  const auto solver = make_global_solver<double>(a, workers);
  ASSERT_EQ(solver->prepare(a), GlobalSolver<double>::Status::ready);
  const std::vector<Vec3> x = random_vector(a.size());
  std::vector<Vec3> b(a.size());
  multiply(a, x, b);
  Field<double> field(a.size());
  field.set(b);
  solver->solve(field, field);
  std::vector<Vec3> answer(a.size());
  field.get(answer);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(answer[i] - x[i]), 1e-10);
  EXPECT_GT(solver->bytes(), 8 * a.size());
}

}  // namespace
}  // namespace tensio
