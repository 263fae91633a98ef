#pragma once

#include <functional>
#include <memory>
#include <string>

#include "session/session.h"
#include "tensio/result.h"

namespace tensio {

struct ServerOptions {
  int port = 0;      // 0: any that is free
  std::string page;  // the HTML that is served at /
};

/// Serves the viewer's page and one session to browsers on this machine: HTTP and WebSocket on 127.0.0.1.
/// Only requests that name this machine as their host are answered, and only pages that came from here may
/// talk to the session. What a viewer has no time to read is dropped, frames first.
class Server {
 public:
  static Result<std::unique_ptr<Server>> start(ServerOptions options);
  ~Server();
  Server(const Server&) = delete;

  int port() const;
  /// Runs the session until told to stop. `tick` is called about twice a second, with the session at rest.
  void run(const std::function<bool()>& is_stopped, const std::function<void(Session&)>& tick);
  /// Work with the session while nobody else does.
  void with_session(const std::function<void(Session&)>& work);

 private:
  struct Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

namespace detail {

/// "localhost", "127.0.0.1" or "[::1]", with any port: a tunnel may have changed it.
bool is_own_host(const char* host);
/// A page that came from the host that it talks to. Programs that are no browsers send no origin.
bool is_own_origin(const char* origin, const char* host);

}  // namespace detail
}  // namespace tensio
