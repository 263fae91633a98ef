/* The C interface, from C. Each check prints its line when it fails. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <tensio/tensio_c.h>

static int failures = 0;
#define CHECK(condition) \
  do { \
    if (!(condition)) failures += printf("%s:%d: %s\n", __FILE__, __LINE__, #condition) > 0; \
  } while (0)

static const char cloth_scene[] =
    "{\"time\": {\"frame\": 0.02, \"substeps\": 2},"
    " \"body\": [{\"kind\": \"grid\", \"vertices\": [11, 11], \"size\": [1, 1], \"mass\": 0.2,"
    "             \"pin\": [{\"corner\": \"back-left\"}, {\"corner\": \"back-right\"}]}],"
    " \"collider\": [{\"kind\": \"sphere\", \"center\": [0, -2, 0], \"radius\": 0.5}]}";
static const char mesh_scene[] = "{\"body\": [{\"kind\": \"mesh\", \"file\": \"triangle.obj\", \"mass\": 0.1}]}";
static const double down[3] = {0, -1, 0}, above[3] = {0.02, 1, 0.03}, zero[3] = {0, 0, 0};

static tensio_simulation* create(const char* scene) {
  char error[300] = "";
  tensio_simulation* simulation = tensio_create(scene, strlen(scene), NULL, NULL, error, sizeof error);
  if (!simulation) puts(error);
  return simulation;
}

static tensio_state state_of(tensio_simulation* simulation) {
  tensio_state state = {0, NULL, NULL, 0, 0, 0};
  CHECK(tensio_get_state(simulation, &state) == TENSIO_OK);
  return state;
}

static void version_is_that_of_the_header(void) {
  char version[40];
  snprintf(version, sizeof version, "%d.%d.%d", TENSIO_VERSION_MAJOR, TENSIO_VERSION_MINOR, TENSIO_VERSION_PATCH);
  CHECK(strcmp(version, tensio_version()) == 0);
}

static void bad_scenes_give_a_sentence_cut_to_the_buffer(void) {
  char error[300] = "", small[8] = "";
  CHECK(!tensio_create("{\"bodies\": 1}", 13, NULL, NULL, error, sizeof error) && strstr(error, "bodies"));
  CHECK(!tensio_create("{\"bodies\": 1}", 13, NULL, NULL, small, sizeof small) && strlen(small) == 7);
  CHECK(!tensio_create("{\"bodies\": 1}", 13, NULL, NULL, NULL, 0));
  CHECK(!tensio_create(NULL, 3, NULL, NULL, error, sizeof error) && strstr(error, "NULL"));
  CHECK(!tensio_create(mesh_scene, strlen(mesh_scene), NULL, NULL, error, sizeof error) && strstr(error, "triangle.obj"));
  CHECK(!tensio_create_from_file("no/such/scene.toml", error, sizeof error) && strstr(error, "no/such/scene.toml"));
  CHECK(!tensio_create_from_file(NULL, error, sizeof error) && strstr(error, "NULL"));
}

static int read_triangle(void* user, const char* name, const char** bytes, size_t* length) {
  static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n";
  ++*(int*)user;
  *bytes = mesh;
  *length = sizeof mesh - 1;
  return strcmp(name, "triangle.obj") == 0;
}

static void a_reader_provides_the_files_of_a_scene(void) {
  int calls = 0;
  char error[300] = "";
  tensio_simulation* mesh =
      tensio_create(mesh_scene, strlen(mesh_scene), read_triangle, &calls, error, sizeof error);
  CHECK(mesh && calls == 1);
  CHECK(mesh && state_of(mesh).vertex_count == 3);
  CHECK(strcmp(tensio_warning(mesh, tensio_warning_count(mesh)), "") == 0);
  tensio_destroy(mesh);
}

static void a_free_cloth_falls_as_a_stone_does(void) {
  tensio_simulation* cloth = create(cloth_scene);
  uint32_t pins[2] = {9, 9};
  CHECK(tensio_get_pins(cloth, pins, 2) == 2 && pins[0] == 0 && pins[1] == 10);
  CHECK(tensio_get_pins(cloth, NULL, 0) == 2);
  CHECK(tensio_unpin(cloth, 0) == TENSIO_OK && tensio_unpin(cloth, 10) == TENSIO_OK);
  const double height = state_of(cloth).positions[1];
  CHECK(tensio_advance(cloth, 0.2) == TENSIO_OK);
  const tensio_state state = state_of(cloth);
  /* Implicit Euler, 20 steps of 10 ms: g h² (1 + … + 20) */
  CHECK(fabs(height - state.positions[1] - 9.81 * 1e-4 * 210) < 1e-9);
  CHECK(fabs(state.velocities[1] + 9.81 * 0.2) < 1e-9);
  CHECK(fabs(state.time - 0.2) < 1e-12);
  CHECK(strstr(tensio_summary(cloth), "20 steps"));
  CHECK(tensio_advance(cloth, 0.004) == TENSIO_OK && fabs(state_of(cloth).remainder - 0.004) < 1e-9);
  CHECK(tensio_advance(cloth, -1) == TENSIO_BAD_ARGUMENT && strstr(tensio_last_error(cloth), "negative"));
  CHECK(tensio_advance(cloth, NAN) == TENSIO_BAD_ARGUMENT);
  tensio_destroy(cloth);
}

static void pins_colliders_wind_and_gravity_move_it(void) {
  tensio_simulation* cloth = create(cloth_scene);
  const double there[3] = {-0.4, 0.1, -0.5}, up[3] = {0, 1.9, 0}, wind[3] = {0, 0, 8}, far[3] = {INFINITY, 0, 0};
  CHECK(tensio_move_pin(cloth, 0, there) == TENSIO_OK);
  CHECK(tensio_move_pin(cloth, 5, there) == TENSIO_BAD_ARGUMENT && strstr(tensio_last_error(cloth), "not pinned"));
  CHECK(tensio_move_pin(cloth, 0, far) == TENSIO_BAD_ARGUMENT && strstr(tensio_last_error(cloth), "not finite"));
  CHECK(tensio_advance_frame(cloth) == TENSIO_OK);
  CHECK(memcmp(state_of(cloth).positions, there, sizeof there) == 0);

  CHECK(tensio_collider_count(cloth) == 1);
  CHECK(tensio_move_collider(cloth, 1, up) == TENSIO_BAD_ARGUMENT && strstr(tensio_last_error(cloth), "collider 1"));
  CHECK(tensio_move_collider(cloth, 0, up) == TENSIO_OK);
  for (int frame = 0; frame < 10; ++frame) CHECK(tensio_advance_frame(cloth) == TENSIO_OK);
  CHECK(state_of(cloth).positions[3 * 60 + 1] > 0.39); /* the middle rests on the sphere */

  CHECK(tensio_reset(cloth) == TENSIO_OK);
  CHECK(tensio_set_gravity(cloth, zero) == TENSIO_OK && tensio_set_wind(cloth, wind) == TENSIO_OK);
  CHECK(tensio_set_wind(cloth, NULL) == TENSIO_BAD_ARGUMENT);
  const uint64_t revision = state_of(cloth).revision;
  for (int frame = 0; frame < 10; ++frame) CHECK(tensio_advance_frame(cloth) == TENSIO_OK);
  CHECK(state_of(cloth).positions[3 * 60 + 2] > 0 && state_of(cloth).positions[3 * 60 + 1] > -0.05);
  CHECK(state_of(cloth).revision == revision);
  CHECK(tensio_reset(cloth) == TENSIO_OK && state_of(cloth).time == 0);
  for (int frame = 0; frame < 10; ++frame) CHECK(tensio_advance_frame(cloth) == TENSIO_OK);
  CHECK(state_of(cloth).positions[3 * 60 + 1] < -0.05); /* gravity is back */
  tensio_destroy(cloth);
}

static void a_hand_pulls_what_a_ray_hits(void) {
  tensio_simulation* cloth = create(cloth_scene);
  tensio_hit hit;
  CHECK(tensio_pick(cloth, above, down, &hit) == TENSIO_OK);
  CHECK(fabs(hit.distance - 1) < 1e-9 && hit.vertex == 60 && fabs(hit.position[0] - 0.02) < 1e-9);
  const double aside[3] = {1, 0, 0}, target[3] = {0, 0.5, 0};
  tensio_hit untouched = hit;
  CHECK(tensio_pick(cloth, above, aside, &untouched) == TENSIO_NO_HIT && untouched.vertex == 60);
  CHECK(tensio_pick(cloth, above, zero, &hit) == TENSIO_BAD_ARGUMENT);
  CHECK(tensio_move_hand(cloth, 7, target) == TENSIO_BAD_ARGUMENT && strstr(tensio_last_error(cloth), "hand 7"));
  CHECK(tensio_grab(cloth, 7, &hit, 200) == TENSIO_OK && tensio_move_hand(cloth, 7, target) == TENSIO_OK);
  for (int frame = 0; frame < 20; ++frame) CHECK(tensio_advance_frame(cloth) == TENSIO_OK);
  CHECK(state_of(cloth).positions[3 * 60 + 1] > 0.2);
  CHECK(tensio_release(cloth, 7) == TENSIO_OK && tensio_release(cloth, 7) == TENSIO_BAD_ARGUMENT);
  hit.vertices[0] = 100000;
  CHECK(tensio_grab(cloth, 7, &hit, 200) == TENSIO_BAD_ARGUMENT);
  tensio_destroy(cloth);
}

static void a_stroke_cuts_and_reset_mends(void) {
  tensio_simulation* cloth = create(cloth_scene);
  tensio_surface surface;
  CHECK(tensio_get_surface(cloth, &surface) == TENSIO_OK);
  CHECK(surface.point_count == 121 && surface.triangle_count == 200);
  CHECK(fabs(surface.normals[3 * 60 + 1]) == 1 && surface.positions[0] == -0.5f);
  const uint64_t revision = surface.revision;
  const double eye[3] = {0, 1, 0}, stroke[6] = {-0.6, -1, 0.02, 0.6, -1, 0.02};
  CHECK(tensio_cut(cloth, eye, stroke, 1) == TENSIO_BAD_ARGUMENT && tensio_cut(cloth, eye, NULL, 2) == TENSIO_BAD_ARGUMENT);
  CHECK(strstr(tensio_last_error(cloth), "NULL") != NULL);
  const double opposite[6] = {0, 1, 0, 0, -1, 0};
  CHECK(tensio_cut(cloth, eye, opposite, 2) == TENSIO_REFUSED && strstr(tensio_last_error(cloth), "directions") != NULL);
  CHECK(tensio_cut(cloth, eye, stroke, 2) == TENSIO_OK);
  CHECK(tensio_get_surface(cloth, &surface) == TENSIO_OK);
  CHECK(surface.point_count > 121 && surface.revision > revision);
  CHECK(tensio_advance_frame(cloth) == TENSIO_OK && tensio_reset(cloth) == TENSIO_OK);
  CHECK(tensio_get_surface(cloth, &surface) == TENSIO_OK && surface.point_count == 121);
  tensio_destroy(cloth);
}

static void null_is_an_error_everywhere(void) {
  tensio_hit hit;
  tensio_state state;
  tensio_surface surface;
  memset(&hit, 0, sizeof hit);
  tensio_destroy(NULL);
  CHECK(strstr(tensio_last_error(NULL), "NULL") && tensio_summary(NULL)[0] == 0 && tensio_warning(NULL, 0)[0] == 0);
  CHECK(tensio_warning_count(NULL) == 0 && tensio_get_pins(NULL, NULL, 3) == 0 && tensio_collider_count(NULL) == 0);
  CHECK(tensio_advance_frame(NULL) && tensio_advance(NULL, 1) && tensio_reset(NULL));
  CHECK(tensio_get_state(NULL, &state) && tensio_get_surface(NULL, &surface));
  CHECK(tensio_pin(NULL, 0) && tensio_unpin(NULL, 0) && tensio_move_pin(NULL, 0, zero));
  CHECK(tensio_move_collider(NULL, 0, zero) && tensio_set_wind(NULL, zero) && tensio_set_gravity(NULL, zero));
  CHECK(tensio_pick(NULL, zero, down, &hit) == TENSIO_BAD_ARGUMENT && tensio_grab(NULL, 0, &hit, 1));
  CHECK(tensio_move_hand(NULL, 0, zero) && tensio_release(NULL, 0) && tensio_cut(NULL, zero, zero, 2));
  tensio_simulation* cloth = create(cloth_scene);
  CHECK(tensio_get_state(cloth, NULL) && tensio_get_surface(cloth, NULL) && tensio_grab(cloth, 0, NULL, 1));
  CHECK(tensio_pick(cloth, NULL, down, &hit) == TENSIO_BAD_ARGUMENT && tensio_pick(cloth, zero, down, NULL) == TENSIO_BAD_ARGUMENT);
  CHECK(tensio_pin(cloth, 121) == TENSIO_BAD_ARGUMENT && strstr(tensio_last_error(cloth), "121"));
  tensio_destroy(cloth);
}

static void methods_without_hands_say_so(void) {
  tensio_simulation* cloth = create("{\"minimiser\": {\"method\": \"xpbd\"}, \"body\": [{\"kind\": \"grid\", \"vertices\": [5, 5]}]}");
  tensio_hit hit;
  CHECK(tensio_pick(cloth, above, down, &hit) == TENSIO_OK);
  CHECK(tensio_grab(cloth, 0, &hit, 100) == TENSIO_REFUSED && strstr(tensio_last_error(cloth), "pin"));
  CHECK(tensio_pin(cloth, hit.vertex) == TENSIO_OK && tensio_advance_frame(cloth) == TENSIO_OK);
  tensio_destroy(cloth);
}

int main(void) {
  version_is_that_of_the_header();
  bad_scenes_give_a_sentence_cut_to_the_buffer();
  a_reader_provides_the_files_of_a_scene();
  a_free_cloth_falls_as_a_stone_does();
  pins_colliders_wind_and_gravity_move_it();
  a_hand_pulls_what_a_ray_hits();
  a_stroke_cuts_and_reset_mends();
  null_is_an_error_everywhere();
  methods_without_hands_say_so();
  if (failures == 0) puts("the C interface does what its header says");
  return failures != 0;
}
