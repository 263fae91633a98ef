#include <stdio.h>
#include <string.h>
#include <tensio/tensio_c.h>

static const char scene[] =
    "{\"time\": {\"frame\": 0.016666666666666666, \"substeps\": 1},"
    " \"body\": [{\"kind\": \"grid\", \"vertices\": [41, 41], \"size\": [1, 1], \"mass\": 0.2,"
    "             \"pin\": [{\"corner\": \"back-left\"}, {\"corner\": \"back-right\"}]}],"
    " \"collider\": [{\"kind\": \"sphere\", \"center\": [0, -0.6, 0], \"radius\": 0.25}]}";

int main(void) {
  char error[300];
  tensio_simulation* cloth = tensio_create(scene, strlen(scene), NULL, NULL, error, sizeof error);
  if (!cloth) return puts(error), 1;
  for (int frame = 0; frame < 120; ++frame)
    if (tensio_advance_frame(cloth) != TENSIO_OK) return puts(tensio_last_error(cloth)), 1;

  tensio_state state;
  if (tensio_get_state(cloth, &state) != TENSIO_OK) return 1;
  const double* front = state.positions + 3 * (40 * 41 + 20); /* m, the middle of the front edge */
  printf("after 2 s the front edge hangs at %.3f %.3f %.3f\n", front[0], front[1], front[2]);
  tensio_destroy(cloth);
  return 0;
}
