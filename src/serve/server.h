#pragma once

#include <functional>
#include <memory>
#include <string>

#include "session/session.h"
#include "tensio/result.h"

namespace tensio::serve {

struct ServerOptions {
  int port = 0;      // 0: any free port
  std::string page;  // HTML, served at /
};

/// Serves the viewer's page and one session to browsers on this machine: HTTP and WebSocket on 127.0.0.1.
/// Answers only requests that name this machine as their host, and lets only its own page open a session.
/// Connections have threads of their own, with small stacks; they queue messages, and the thread that calls
/// `run` does all the work on the session. A client that reads slowly misses frames.
class Server {
 public:
  static Result<std::unique_ptr<Server>> start(ServerOptions options, session::Session session = {});
  ~Server();
  Server(const Server&) = delete;

  int port() const;
  /// Runs the session until `is_stopped`. Calls `tick` about twice a second, between two frames.
  void run(const std::function<bool()>& is_stopped, const std::function<void(session::Session&)>& tick);

 private:
  struct Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

namespace detail {

/// True for "localhost", "127.0.0.1" and "[::1]", with any port: a tunnel may have changed it.
bool is_own_host(const char* host);
/// True if the page came from the host that it talks to. Programs other than browsers send no origin.
bool is_own_origin(const char* origin, const char* host);

}  // namespace detail
}  // namespace tensio::serve
