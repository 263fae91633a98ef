// The viewer's session for a page without a server: the same messages as over a WebSocket.
//   session_reserve(size)   where to write a message
//   session_receive()       hands it over; 0 when it is none
//   session_pass(seconds)   lets time pass
//   session_due()           seconds until the next frame
//   session_take()          takes the next message to the page; false when there is none
//   session_bytes(), session_length(), session_is_binary()   that message
#include "session/session.h"

#define EXPORT(name) __attribute__((export_name(name)))

namespace {

constexpr std::uint32_t page = 1;

tensio::session::Session& session() {
  static tensio::session::Session instance;
  return instance;
}
std::string message;
std::vector<tensio::session::Outgoing> outgoing;
std::size_t next = 0;

}  // namespace

extern "C" {
EXPORT("session_reserve") char* session_reserve(std::size_t size) {
  message.assign(size, '\0');
  return message.data();
}
EXPORT("session_receive") int session_receive() {
  return session().receive(page, message) ? 1 : 0;
}
EXPORT("session_pass") void session_pass(double seconds) {
  session().pass(seconds);
}
EXPORT("session_due") double session_due() {
  return session().due();
}
EXPORT("session_take") int session_take() {
  if (outgoing.empty())
    next = 0;
  else
    ++next;
  if (next >= outgoing.size()) {
    outgoing = session().take();
    next = 0;
  }
  return outgoing.empty() ? 0 : 1;
}
EXPORT("session_bytes") const char* session_bytes() {
  return outgoing[next].bytes.data();
}
EXPORT("session_length") std::size_t session_length() {
  return outgoing[next].bytes.size();
}
EXPORT("session_is_binary") int session_is_binary() {
  return outgoing[next].is_binary ? 1 : 0;
}
}
