#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/nearest_name.h"
#include "io/scene_document.h"

namespace tensio {
namespace {

using nlohmann::json;

json after(json document, const char* assignment) {
  const auto ok = set_field(document, assignment);
  EXPECT_TRUE(ok) << ok.error().message;
  return document;
}

TEST(SetField, ParsesJsonLiteralsAndFallsBackToText) {
  EXPECT_EQ(after({}, "a=1"), (json{{"a", 1}}));
  EXPECT_EQ(after({}, "a=1e-3"), (json{{"a", 1e-3}}));
  EXPECT_EQ(after({}, "a=true"), (json{{"a", true}}));
  EXPECT_EQ(after({}, "a=[1, 2]"), (json{{"a", {1, 2}}}));
  EXPECT_EQ(after({}, "a={\"b\": 2}"), (json{{"a", {{"b", 2}}}}));
  EXPECT_EQ(after({}, "a=newton"), (json{{"a", "newton"}}));
  EXPECT_EQ(after({}, "a=x=y"), (json{{"a", "x=y"}}));
  EXPECT_EQ(after({}, "a="), (json{{"a", ""}}));
}

TEST(SetField, WalksTablesAndListsInBothNotations) {
  const json document{{"body", {{{"mass", 1}}, {{"mass", 2}}}}};
  const json expected{{"body", {{{"mass", 1}}, {{"mass", 5}}}}};
  EXPECT_EQ(after(document, "body.1.mass=5"), expected);
  EXPECT_EQ(after(document, "body[1].mass=5"), expected);
}

TEST(SetField, ChangesEveryItemForAStar) {
  const json document{{"body", {{{"mass", 1}}, {{"mass", 2}}}}};
  EXPECT_EQ(after(document, "body.*.mass=5"), (json{{"body", {{{"mass", 5}}, {{"mass", 5}}}}}));
}

TEST(SetField, CreatesWhatIsMissing) {
  EXPECT_EQ(after({}, "a.b.c=1"), (json{{"a", {{"b", {{"c", 1}}}}}}));
  EXPECT_EQ(after({}, "body.0.kind=grid"), (json{{"body", {{{"kind", "grid"}}}}}));
}

TEST(SetField, RefusesWhatHasNoPlace) {
  const json document{{"frames", 3}, {"body", json::array({1})}};
  for (const char* bad :
       {"", "=1", "frames", "a..b=1", ".=1", "frames.x=1", "body.x=1", "body.9=1", "new.3=1"}) {
    json copy = document;
    const auto ok = set_field(copy, bad);
    ASSERT_FALSE(ok) << bad;
    EXPECT_EQ(ok.error().message.find('\n'), std::string::npos);
  }
}

TEST(SetField, SaysWhichItemsThereAre) {
  json document{{"body", {{{"mass", 1}}}}};
  const auto ok = set_field(document, "body.1.mass=2");
  ASSERT_FALSE(ok);
  EXPECT_EQ(ok.error().message, "\"body.1.mass\" asks for body 1, but there is only body 0");
  EXPECT_EQ(after(document, "body.1={\"mass\": 2}")["body"].size(), 2u);
}

TEST(NearestName, FindsTheSlipOfAFingerButNotAnotherWord) {
  const std::vector<std::string> known = {"structural", "shear", "bend", "size"};
  EXPECT_EQ(nearest_name("structual", known), "structural");
  EXPECT_EQ(nearest_name("shaer", known), "shear");
  EXPECT_EQ(nearest_name("bnd", known), "bend");
  EXPECT_EQ(nearest_name("sear", {"cape"}), "");
  EXPECT_EQ(nearest_name("nope", {"cape", "rope"}), "rope");
  EXPECT_EQ(nearest_name("wavelength", known), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), known), "");
  EXPECT_EQ(nearest_name("x", {}), "");
}

}  // namespace
}  // namespace tensio
