#pragma once

/**
 * The C interface: for C, for other languages and for plugins. tensio.h is the larger C++ interface.
 *
 *     char error[300];
 *     tensio_simulation* cloth = tensio_create_from_file("cloth.toml", error, sizeof error);
 *     if (!cloth) return puts(error), 1;
 *     while (is_running()) {
 *       if (tensio_advance(cloth, seconds_since_last_frame()) != TENSIO_OK) puts(tensio_last_error(cloth));
 *       tensio_surface surface;
 *       tensio_get_surface(cloth, &surface);
 *       draw(surface.positions, surface.normals, surface.triangles);
 *     }
 *     tensio_destroy(cloth);
 *
 * Units are SI (m, s, m/s, N/m). Vectors are arrays of three doubles: x, y, z. Strings are UTF-8.
 *
 * Errors. Functions return TENSIO_OK or another tensio_result; tensio_last_error() then says in one sentence
 * what is wrong. After an error positions, velocities and topology are those before the call, except that
 * TENSIO_STEP_FAILED keeps tears and drops the time carried over and moves under way. NULL where a pointer is
 * needed, numbers that are not finite and indices out of range are errors. No exception and no longjmp leaves
 * a function. A handle that was destroyed, or was never created, cannot be detected.
 *
 * Memory. Pointers that a function returns belong to the simulation. They stay valid until the next call that
 * advances, edits, resets or destroys it (or, for tensio_get_surface, that asks for the surface again). Copy
 * what you need longer.
 *
 * Threads. One thread at a time may use a simulation, including functions that only read. Different
 * simulations are independent: each may have a thread of its own.
 *
 * Before version 1.0, a new minor version may change this interface.
 */

#include <stddef.h>
#include <stdint.h>

#include "tensio/export.h"
#include "tensio/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A scene in motion. */
typedef struct tensio_simulation tensio_simulation;

typedef enum tensio_result {
  TENSIO_OK = 0,
  TENSIO_BAD_ARGUMENT = 1,  /**< NULL, a number that is not finite, or an index out of range */
  TENSIO_REFUSED = 2,       /**< the model, or its solver, cannot do this */
  TENSIO_STEP_FAILED = 3,   /**< a step diverged, or its matrix could not be factored */
  TENSIO_OUT_OF_MEMORY = 4, /**< only where the library is built with exceptions: not in WebAssembly */
  TENSIO_NO_HIT = 5,        /**< tensio_pick only: the ray meets nothing; not an error */
  TENSIO_INTERNAL_ERROR = 6 /**< a defect: please report it */
} tensio_result;

/** Returns the version of the library that is linked: "0.1.0". TENSIO_VERSION_MAJOR and so on are those of
 * this header. */
TENSIO_API const char* tensio_version(void);

/* ---- Create ---- */

/**
 * Reads a file that a scene names (a mesh), by the name that the scene uses. Sets *bytes and *length and
 * returns 1; returns 0 if there is no such file. The bytes must stay valid until the next call, or until the
 * simulation is created.
 */
typedef int (*tensio_file_reader)(void* user, const char* name, const char** bytes, size_t* length);

/**
 * Creates a simulation from the text of a scene: JSON if it begins with `{`, TOML otherwise (not in
 * WebAssembly, which reads JSON only). docs/scene-format.md lists every field.
 *
 * @param text        the scene; need not end with a zero
 * @param length      its length in bytes
 * @param read_file   reads the files that the scene names; NULL: such a scene is an error
 * @param user        passed to read_file
 * @param error       receives one sentence when NULL is returned, cut to error_size; may be NULL
 * @param error_size  bytes at error, including the final zero
 * @return the simulation, which tensio_destroy frees; NULL on an error
 */
TENSIO_API tensio_simulation* tensio_create(const char* text, size_t length, tensio_file_reader read_file,
                                            void* user, char* error, size_t error_size);

/**
 * Creates a simulation from a scene file: JSON if its name ends in .json, TOML otherwise. Files that it names
 * are found relative to its folder. Not in WebAssembly, which has no files.
 */
TENSIO_API tensio_simulation* tensio_create_from_file(const char* path, char* error, size_t error_size);

/** Frees a simulation and all pointers into it. NULL is allowed. */
TENSIO_API void tensio_destroy(tensio_simulation* simulation);

/** Returns what was wrong in the last call that failed: one sentence, valid until the next call that fails;
 * "" if none has. */
TENSIO_API const char* tensio_last_error(const tensio_simulation* simulation);

/** Returns the number of warnings about the scene: fields without effect, defects of meshes. 0 for NULL. */
TENSIO_API size_t tensio_warning_count(const tensio_simulation* simulation);
/** Returns a warning, one sentence; "" if there is no such warning. */
TENSIO_API const char* tensio_warning(const tensio_simulation* simulation, size_t index);

/* ---- Advance ---- */

/** Advances to the end of the frame: by time.frame of the scene (1/30 s by default), less after
 * tensio_advance stopped within one. */
TENSIO_API tensio_result tensio_advance_frame(tensio_simulation* simulation);

/**
 * Advances by any time, as a game loop needs it: by whole steps, the remainder carried over to the next call.
 * A call shorter than a step may only collect time; zero advances nothing; a negative time is an error.
 */
TENSIO_API tensio_result tensio_advance(tensio_simulation* simulation, double seconds);

/** Goes back to the start: positions, pins, colliders, uncut bodies, the scene's own wind and gravity. Hands
 * let go. */
TENSIO_API tensio_result tensio_reset(tensio_simulation* simulation);

/** Returns how the last advance went, in one line: status, steps, iterations, gradient left, time. "" before
 * the first. */
TENSIO_API const char* tensio_summary(const tensio_simulation* simulation);

/* ---- Read ---- */

/** What moves, in full precision. */
typedef struct tensio_state {
  size_t vertex_count;      /**< edits may add vertices behind the others; none is ever removed */
  const double* positions;  /**< m, 3 per vertex */
  const double* velocities; /**< m/s, 3 per vertex */
  double time;              /**< s since the start */
  double remainder;  /**< s that tensio_advance has not used yet; for extrapolation: x + remainder · v */
  uint64_t revision; /**< rises when an edit, tearing, wind or gravity change the model */
} tensio_state;
TENSIO_API tensio_result tensio_get_state(tensio_simulation* simulation, tensio_state* state);

/** What a renderer uploads. Its points are the vertices, then those of embedded surfaces. */
typedef struct tensio_surface {
  size_t point_count;
  const float* positions; /**< m, 3 per point */
  const float* normals;   /**< unit length, 3 per point; zero where no triangle is */
  size_t triangle_count;
  const uint32_t* triangles; /**< 3 points each, counter-clockwise seen from the front */
  uint64_t revision; /**< rises when triangles or the number of points change: upload the triangles again */
} tensio_surface;
/** Computes the surface at the present moment. */
TENSIO_API tensio_result tensio_get_surface(tensio_simulation* simulation, tensio_surface* surface);

/* ---- Move ---- */

/** Returns the number of pinned vertices and writes up to `capacity` of them. */
TENSIO_API size_t tensio_get_pins(const tensio_simulation* simulation, uint32_t* vertices, size_t capacity);
/** Holds a vertex where it is. */
TENSIO_API tensio_result tensio_pin(tensio_simulation* simulation, uint32_t vertex);
/** Lets a vertex move again. TENSIO_OK, and no change, if it is not pinned. */
TENSIO_API tensio_result tensio_unpin(tensio_simulation* simulation, uint32_t vertex);
/** Moves a pinned vertex to a position at even speed over the steps of the next call that advances. Replaces its
 * path. */
TENSIO_API tensio_result tensio_move_pin(tensio_simulation* simulation, uint32_t vertex,
                                         const double position[3]);

/** Returns the number of colliders, in the order of the scene. */
TENSIO_API size_t tensio_collider_count(const tensio_simulation* simulation);
/** Moves a collider to this offset (m) from where the scene puts it, at even speed over the steps of the next call
 * that advances. Replaces its path. */
TENSIO_API tensio_result tensio_move_collider(tensio_simulation* simulation, size_t collider,
                                              const double offset[3]);

/**
 * Sets the velocity of the wind (m/s). It acts on triangles. A scene without air gets air of 1.2 kg/m³; gusts
 * and drag stay as the scene has them.
 */
TENSIO_API tensio_result tensio_set_wind(tensio_simulation* simulation, const double velocity[3]);
/** Sets gravity (m/s²). */
TENSIO_API tensio_result tensio_set_gravity(tensio_simulation* simulation, const double gravity[3]);

/* ---- Touch ---- */

/** Where a ray meets a body. */
typedef struct tensio_hit {
  double position[3];   /**< m */
  double distance;      /**< m, from the ray's origin */
  uint32_t vertex;      /**< the nearest vertex, to pin it by */
  uint32_t vertices[3]; /**< the point is the weighted sum of these, to grab it by */
  double weights[3];
} tensio_hit;

/**
 * Finds the first triangle that a ray meets, from either side, or the nearest rope within 0.01 of its
 * distance. Returns TENSIO_NO_HIT, and leaves *hit alone, if it meets nothing.
 */
TENSIO_API tensio_result tensio_pick(tensio_simulation* simulation, const double origin[3],
                                     const double direction[3], tensio_hit* hit);

/**
 * Grabs a point with a hand: a spring of this stiffness (N/m; 200 suits a cloth of 0.2 kg) pulls it to the
 * hand, which starts at the point. A hand that held another point lets go of it. Hands are numbers of your
 * choice. Refused with position-based methods: pin a vertex instead.
 */
TENSIO_API tensio_result tensio_grab(tensio_simulation* simulation, uint32_t hand, const tensio_hit* hit,
                                     double stiffness);
/** Moves a hand that holds a point; the spring pulls the point after it from the next step on. */
TENSIO_API tensio_result tensio_move_hand(tensio_simulation* simulation, uint32_t hand,
                                          const double position[3]);
/** Lets go of what the hand holds. An error if it holds nothing. */
TENSIO_API tensio_result tensio_release(tensio_simulation* simulation, uint32_t hand);

/**
 * Cuts what a line drawn on the screen crosses. Seen from the eye, the line runs through the directions (3
 * doubles each, any length but zero, less than 90° from their mean). Bodies part along edges of their mesh. A
 * line that crosses nothing changes nothing and is TENSIO_OK.
 */
TENSIO_API tensio_result tensio_cut(tensio_simulation* simulation, const double eye[3],
                                    const double* directions, size_t direction_count);

#ifdef __cplusplus
}
#endif
