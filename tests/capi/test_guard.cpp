#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

#include "capi/guard.h"

namespace tensio::capi {
namespace {

TEST(Guard, TellsALackOfMemoryFromOtherExceptions) {
  std::string said;
  const auto otherwise = [&](tensio_result result, const char* sentence) {
    said = sentence;
    return result;
  };
  EXPECT_EQ(guarded([]() -> tensio_result { throw std::bad_alloc(); }, otherwise), TENSIO_OUT_OF_MEMORY);
  EXPECT_NE(said.find("memory"), std::string::npos);
  EXPECT_EQ(guarded([]() -> tensio_result { throw std::runtime_error("a"); }, otherwise),
            TENSIO_INTERNAL_ERROR);
  EXPECT_EQ(said.find("memory"), std::string::npos);
  EXPECT_EQ(guarded([] { return TENSIO_OK; }, otherwise), TENSIO_OK);
}

}  // namespace
}  // namespace tensio::capi
