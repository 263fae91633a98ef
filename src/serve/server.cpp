#include "serve/server.h"

#include <atomic>
#include <chrono>
#include <civetweb.h>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <thread>

#include "serve/inbox.h"
#include "serve/outbox.h"

namespace tensio::serve {

using session::Outgoing;
using session::Session;

namespace detail {

bool is_own_host(const char* host) {
  if (!host) return false;
  const std::string_view text(host);
  for (const std::string_view own : {"localhost", "127.0.0.1", "[::1]"}) {
    if (!text.starts_with(own)) continue;
    const std::string_view rest = text.substr(own.size());
    if (rest.empty()) return true;
    return rest.size() <= 6 && rest[0] == ':' && rest.find_first_not_of("0123456789", 1) == rest.npos;
  }
  return false;
}

bool is_own_origin(const char* origin, const char* host) {
  if (!origin) return true;
  return is_own_host(host) && std::string("http://") + host == origin;
}

}  // namespace detail

namespace {

constexpr std::size_t most_clients = 40;
constexpr int opcode_continuation = 0, opcode_text = 1, opcode_binary = 2, opcode_ping = 9, opcode_pong = 10;

}  // namespace

/// One connection: what waits to be sent, and the thread that sends it.
struct Client {
  std::uint32_t id = 0;
  mg_connection* connection = nullptr;
  std::string partial{};  // a message that comes in pieces
  Outbox outbox{};
  std::atomic<bool> is_lost = false;  // cannot be written to
  std::thread writer{};

  void write() {
    Outbox::Item item;
    while (outbox.take(item)) {
      const int opcode = item.is_binary ? opcode_binary : opcode_text;
      if (mg_websocket_write(connection, opcode, item.bytes->data(), item.bytes->size()) <= 0) break;
    }
    is_lost = true;
  }
};

struct Server::Body {
  ServerOptions options;
  mg_context* context = nullptr;
  Inbox inbox;

  // For the thread that calls run() only.
  Session session;
  std::map<std::uint32_t, std::shared_ptr<Client>> clients;

  std::mutex mutex;  // guards what follows, for the connections' threads
  std::map<const mg_connection*, std::shared_ptr<Client>> connections;
  std::uint32_t next_id = 1;

  static bool is_allowed(const mg_connection* connection) {
    const char* host = mg_get_header(connection, "Host");
    return detail::is_own_host(host) && detail::is_own_origin(mg_get_header(connection, "Origin"), host);
  }

  void obey(const Event& event);
  void dispatch();

  int serve_page(mg_connection* connection) const;
  int accept(const mg_connection* connection);
  void begin(mg_connection* connection);
  bool receive(const mg_connection* connection, int bits, std::string_view data);
  void end(const mg_connection* connection);
};

void Server::Body::obey(const Event& event) {
  const std::uint32_t id = event.client->id;
  switch (event.kind) {
    case Event::Kind::join:
      clients[id] = event.client;
      return session.join(id);
    case Event::Kind::leave:
      clients.erase(id);
      return session.leave(id);
    case Event::Kind::message:
      return session.obey(id, event.message);
  }
}

/// Hands the session's messages to its clients.
void Server::Body::dispatch() {
  for (Outgoing& message : session.take()) {
    const auto bytes = std::make_shared<const std::string>(std::move(message.bytes));
    for (auto& [id, client] : clients)
      if ((message.client == Outgoing::everybody || message.client == id) &&
          !client->outbox.put({message.is_binary, bytes}))
        client->outbox.close();
  }
}

int Server::Body::serve_page(mg_connection* connection) const {
  const mg_request_info* request = mg_get_request_info(connection);
  const auto refuse = [&](int status, const char* reason) {
    mg_send_http_error(connection, status, "%s", reason);
    return status;
  };
  if (!is_allowed(connection)) return refuse(403, "This server only answers requests from this machine.");
  if (std::strcmp(request->request_method, "GET") != 0) return refuse(405, "Use GET.");
  const std::string_view path = request->local_uri ? request->local_uri : "";
  if (path != "/" && path != "/index.html") return refuse(404, "Not found. The viewer is at /.");
  const std::string header = fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n"
      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
      "Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
      options.page.size());
  mg_write(connection, header.data(), header.size());
  mg_write(connection, options.page.data(), options.page.size());
  return 200;
}

/// 0 to go on with the handshake.
int Server::Body::accept(const mg_connection* connection) {
  if (!is_allowed(connection)) return 1;
  const std::lock_guard lock(mutex);
  return connections.size() < most_clients ? 0 : 1;
}

void Server::Body::begin(mg_connection* connection) {
  auto client = std::make_shared<Client>();
  client->connection = connection;
  client->writer = std::thread([raw = client.get()] { raw->write(); });
  {
    const std::lock_guard lock(mutex);
    client->id = next_id++;
    connections[connection] = client;
  }
  inbox.put({std::move(client), Event::Kind::join});
}

/// False to close the connection.
bool Server::Body::receive(const mg_connection* connection, int bits, std::string_view data) {
  std::shared_ptr<Client> client;
  {
    const std::lock_guard lock(mutex);
    if (const auto at = connections.find(connection); at != connections.end()) client = at->second;
  }
  if (!client || client->is_lost) return false;
  const int opcode = bits & 0xf;
  const bool is_last = (bits & 0x80) != 0;
  if (opcode == opcode_ping || opcode == opcode_pong) return true;
  if (opcode != opcode_text && opcode != opcode_continuation) return false;
  if (data.size() + client->partial.size() > Session::max_message_bytes) return false;
  client->partial.append(data);
  if (!is_last) return true;
  const std::string whole = std::exchange(client->partial, {});
  auto message = Session::parse(whole);
  if (!message) return false;
  inbox.put({std::move(client), Event::Kind::message, std::move(*message), whole.size()});
  return true;
}

void Server::Body::end(const mg_connection* connection) {
  std::shared_ptr<Client> client;
  {
    const std::lock_guard lock(mutex);
    const auto at = connections.find(connection);
    if (at == connections.end()) return;
    client = at->second;
    connections.erase(at);
  }
  client->outbox.close();
  client->writer.join();
  inbox.put({std::move(client), Event::Kind::leave});
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, Session session) {
  mg_init_library(MG_FEATURES_WEBSOCKET);
  auto body = std::make_unique<Body>();
  body->options = std::move(options);
  body->session = std::move(session);
  const std::string port = fmt::format("127.0.0.1:{}", body->options.port);
  // One thread per connection: most_clients sessions, and as many requests for the page.
  const char* settings[] = {"listening_ports",
                            port.c_str(),
                            "num_threads",
                            "80",
                            "request_timeout_ms",
                            "3000",
                            "websocket_timeout_ms",  // until the server sends a ping
                            "5000",
                            "enable_websocket_ping_pong",
                            "yes",
                            "enable_directory_listing",
                            "no",
                            "max_request_size",
                            "8192",
                            "tcp_nodelay",
                            "1",
                            nullptr};
  static const mg_callbacks none{};
  body->context = mg_start(&none, body.get(), settings);
  if (!body->context)
    return fail(
        fmt::format("port {} is in use or not allowed; choose another with --port", body->options.port));
  mg_set_request_handler(
      body->context, "/",
      [](mg_connection* connection, void* data) { return static_cast<Body*>(data)->serve_page(connection); },
      body.get());
  mg_set_websocket_handler(
      body->context, "/session",
      [](const mg_connection* connection, void* data) {
        return static_cast<Body*>(data)->accept(connection);
      },
      [](mg_connection* connection, void* data) { static_cast<Body*>(data)->begin(connection); },
      [](mg_connection* connection, int bits, char* bytes, std::size_t size, void* data) {
        return static_cast<Body*>(data)->receive(connection, bits, {bytes, size}) ? 1 : 0;
      },
      [](const mg_connection* connection, void* data) { static_cast<Body*>(data)->end(connection); },
      body.get());
  return std::unique_ptr<Server>(new Server(std::move(body)));
}

Server::~Server() {
  body_->inbox.close();
  mg_stop(body_->context);
  mg_exit_library();
}

int Server::port() const {
  mg_server_port ports[4] = {};
  return mg_get_server_ports(body_->context, 4, ports) > 0 ? ports[0].port : 0;
}

void Server::run(const std::function<bool()>& is_stopped, const std::function<void(Session&)>& tick) {
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  constexpr double tick_time = 0.5, longest_wait = 0.05;  // s
  auto last = Clock::now(), last_tick = last;
  while (!is_stopped()) {
    const double wait = std::min(body_->session.due(), longest_wait);
    for (const Event& event : body_->inbox.take(Seconds(wait))) body_->obey(event);
    const auto now = Clock::now();
    body_->session.pass(Seconds(now - last).count());
    last = now;
    if (Seconds(now - last_tick).count() > tick_time) {
      last_tick = now;
      tick(body_->session);
    }
    body_->dispatch();
  }
}

}  // namespace tensio::serve
