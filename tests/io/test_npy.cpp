#include <cmath>
#include <gtest/gtest.h>

#include "io/npy.h"
#include "io/numpy_frame.h"
#include "tensio/build.h"

namespace tensio {
namespace {

using namespace std::string_literals;

using Shape = std::vector<std::size_t>;

std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string bytes = "\x93NUMPY"s + version + '\0';
  bytes += static_cast<char>(dictionary.size());
  bytes += std::string(version == 1 ? 1 : 3, '\0');
  return bytes + dictionary + data;
}

std::string error_of(const std::string& bytes) {
  const auto array = parse_npy(bytes, "a.npy");
  return array ? "" : array.error().message;
}

std::string numbers() {
  const std::vector<double> values{1, -2.5, 1e300, 0, NAN, 6};
  return *write_npy<double>(Shape{2, 3}, values);
}

std::string archive() {
  NpzWriter writer;
  writer.add<double>("position", {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6});
  writer.add<std::uint32_t>("spring", {1, 2}, std::vector<std::uint32_t>{7, 4294967295});
  writer.add<float>("time", {}, std::vector<float>{0.5f});
  return *writer.finish();
}

TEST(Npy, ReadsWhatItWrites) {
  const auto array = parse_npy(numbers(), "a.npy");
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(array->shape, (Shape{2, 3}));
  EXPECT_EQ(array->values[1], -2.5);
  EXPECT_EQ(array->values[2], 1e300);
  EXPECT_TRUE(std::isnan(array->values[4]));
  const auto ints =
      parse_npy(*write_npy<std::int64_t>(Shape{2}, std::vector<std::int64_t>{-3, 1LL << 52}), "");
  EXPECT_EQ(ints->values, (std::vector<double>{-3, 4503599627370496.0}));
}

TEST(Npy, WritesTheBytesThatNumpyWrites) {
  const std::string expected =
      "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }"s +
      std::string(60, ' ') + "\n\0\0\0\0\0\0\xf0?"s;
  EXPECT_EQ(*write_npy<double>(Shape{1}, std::vector<double>{1}), expected);
}

TEST(Npy, ReadsFortranOrderAndEveryType) {
  const auto turned =
      parse_npy(npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3)}", "\1\4\2\5\3\xfa"), "a.npy");
  ASSERT_TRUE(turned) << turned.error().message;
  EXPECT_EQ(turned->values, (std::vector<double>{1, 2, 3, 4, 5, -6}));
  const auto big = parse_npy(
      npy("{\"shape\": (), 'descr': '>f4', 'fortran_order': False, }\n", "\x3f\x80\0\0"s, 2), "a.npy");
  ASSERT_TRUE(big) << big.error().message;
  EXPECT_EQ(big->values, std::vector<double>{1});
  EXPECT_TRUE(big->shape.empty());
  const auto flags =
      parse_npy(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\0\1"s), "a.npy");
  EXPECT_EQ(flags->values, (std::vector<double>{0, 1}));
  const auto words =
      parse_npy(npy("{'descr': '<u2', 'fortran_order': False, 'shape': (1,)}", "\xff\xff"), "a.npy");
  EXPECT_EQ(words->values, std::vector<double>{65535});
  const auto cube = parse_npy(
      npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2,2,2)}", "\0\4\2\6\1\5\3\7"s), "a.npy");
  EXPECT_EQ(cube->values, (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
  const auto none =
      parse_npy(npy("{'descr': '<f8', 'fortran_order': True, 'shape': (0, 99999999999)}", ""), "");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->values.empty());
}

TEST(Npy, SaysWhatIsWrong) {
  EXPECT_EQ(error_of("x,y,z\n"), "a.npy is not a NumPy array; save it with numpy.save");
  EXPECT_EQ(error_of(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "12345678")),
            "a.npy holds numbers of type \"<c8\"; save it as float64, float32 or integers");
  EXPECT_EQ(error_of(npy("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1,)}", "12345678")),
            "a.npy has fields with names; save a plain array of numbers");
  EXPECT_EQ(error_of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "12345678")),
            "a.npy has 8 bytes of numbers, which is not what its shape (2) needs; save it again");
  EXPECT_EQ(
      error_of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999, 9999999999, 9)}", "")),
      "a.npy has 0 bytes of numbers, which is not what its shape (9999999999, 9999999999, 9) needs; save it "
      "again");
  EXPECT_EQ(error_of(npy("{'descr': '<f8', 'shape': (2,)}", "")),
            "the header of a.npy is damaged near \"\"; save the array again");
  EXPECT_EQ(error_of(npy("{}", "", 4)), "a.npy has version 4 of the format; versions 1 to 3 are known");
  EXPECT_EQ(error_of(numbers().substr(0, 30)), "a.npy ends within its header; the file is truncated");
  EXPECT_EQ(write_npy<double>(Shape{3}, std::vector<double>{1}).error().message,
            "the shape (3) does not hold 1 numbers; pass one that does");
}

TEST(Npz, ReadsWhatItWrites) {
  const auto arrays = parse_npz(archive(), "a.npz");
  ASSERT_TRUE(arrays) << arrays.error().message;
  ASSERT_EQ(arrays->size(), 3u);
  EXPECT_EQ(arrays->at("position").shape, (Shape{2, 3}));
  EXPECT_EQ(arrays->at("position").values[5], 6);
  EXPECT_EQ(arrays->at("spring").values, (std::vector<double>{7, 4294967295.0}));
  EXPECT_EQ(arrays->at("time").values, std::vector<double>{0.5});
  EXPECT_TRUE(parse_npz(*NpzWriter().finish(), "a.npz")->empty());
}

TEST(Npz, StoresTheChecksumOfIso3309) {
  NpzWriter writer;
  writer.add<double>("a", {1}, std::vector<double>{1});
  const std::string bytes = *writer.finish();
  // Computed by Python's zlib.crc32 of the bytes that numpy.save writes.
  EXPECT_EQ(bytes.substr(14, 4), "\xbb\xd7\xdb\xd7"s);
}

TEST(Npz, SaysWhatIsWrong) {
  const auto error = [](const std::string& bytes) {
    const auto arrays = parse_npz(bytes, "a.npz");
    return arrays ? "" : arrays.error().message;
  };
  const std::string good = archive();
  EXPECT_EQ(error("PK"), "a.npz is not a NumPy archive, or it is truncated; save it with numpy.savez");
  std::string bad = good;
  bad[good.rfind("PK\1\2") + 10] = 8;
  EXPECT_EQ(error(bad),
            "a.npz, \"time.npy\" is compressed; save with numpy.savez, not numpy.savez_compressed");
  bad = good;
  bad[200] ^= 1;
  EXPECT_EQ(error(bad), "a.npz, \"position.npy\" has the wrong checksum; copy or save the file again");
  NpzWriter writer;
  writer.add<double>("a", {1}, std::vector<double>{1});
  writer.add<double>("a", {1}, std::vector<double>{1});
  EXPECT_EQ(writer.finish().error().message, "\"a\" is in the archive twice; add it once");
  EXPECT_TRUE(writer.finish());
  writer.add<double>("b", {2}, std::vector<double>{1});
  EXPECT_EQ(writer.finish().error().message, "b: the shape (2) does not hold 1 numbers; pass one that does");
}

TEST(Npz, SurvivesTruncationAndEveryByteReplaced) {
  for (const std::string& sample : {archive(), numbers()}) {
    for (std::size_t size = 0; size < sample.size(); ++size) {
      EXPECT_FALSE(parse_npz(sample.substr(0, size), ""));
      EXPECT_FALSE(parse_npy(sample.substr(0, size), ""));
    }
    for (std::size_t at = 0; at < sample.size(); ++at)
      for (int value = 0; value < 256; value += 3) {
        std::string bytes = sample;
        bytes[at] = static_cast<char>(value);
        (void)parse_npz(bytes, "");
        (void)parse_npy(bytes, "");
      }
  }
}

TEST(NumpyFrame, TellsWhereBallsAre) {
  tensio::Setup setup{.model = *make_grid({})};
  setup.gravity = {};
  setup.frame_time = 0.1;
  setup.colliders = {{.shape = Plane{{0, -9, 0}, {0, 1, 0}}},
                     {.shape = Sphere{{5, 0, 0}, 0.1}, .mass = 1, .velocity = {0, 2, 0}}};
  auto simulation = Simulation::make(std::move(setup));
  ASSERT_TRUE(simulation) << simulation.error().message;
  (void)simulation->advance_frame();
  const auto arrays = parse_npz(*write_numpy_frame(*simulation), "frame.npz");
  ASSERT_TRUE(arrays) << arrays.error().message;
  EXPECT_EQ(arrays->at("ball_position").shape, (Shape{1, 3}));
  EXPECT_NEAR(arrays->at("ball_position").values[1], 0.2, 1e-12);
  EXPECT_NEAR(arrays->at("ball_velocity").values[1], 2, 1e-12);
}

}  // namespace
}  // namespace tensio
