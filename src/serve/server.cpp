#include "serve/server.h"

#include <atomic>
#include <chrono>
#include <civetweb.h>
#include <cstring>
#include <fmt/format.h>
#include <thread>

#include "serve/outbox.h"

namespace tensio {
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

/// One viewer: its connection, what waits for it, and the thread that writes.
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

}  // namespace

struct Server::Body {
  ServerOptions options;
  mg_context* context = nullptr;

  std::mutex mutex;  // of all below
  std::condition_variable wake;
  Session session;
  std::map<std::uint32_t, std::shared_ptr<Client>> clients;
  std::uint32_t next_id = 1;

  /// Hands out what the session has to say. The mutex is held.
  void dispatch() {
    for (Outgoing& message : session.take()) {
      const auto bytes = std::make_shared<const std::string>(std::move(message.bytes));
      for (auto& [id, client] : clients)
        if ((message.client == Outgoing::everybody || message.client == id) &&
            !client->outbox.put({message.is_binary, bytes}))
          client->outbox.close();
    }
  }

  static bool is_allowed(const mg_connection* connection) {
    const char* host = mg_get_header(connection, "Host");
    return detail::is_own_host(host) && detail::is_own_origin(mg_get_header(connection, "Origin"), host);
  }

  int serve_page(mg_connection* connection) const;
  int accept(const mg_connection* connection);
  void begin(mg_connection* connection);
  bool receive(mg_connection* connection, int bits, const char* data, std::size_t size);
  bool hear(Client& client, std::string_view text);
  void end(const mg_connection* connection);
};

int Server::Body::serve_page(mg_connection* connection) const {
  const mg_request_info* request = mg_get_request_info(connection);
  const auto refuse = [&](int status, const char* reason) {
    mg_send_http_error(connection, status, "%s", reason);
    return status;
  };
  if (!is_allowed(connection)) return refuse(403, "This server answers its own machine only.");
  if (std::strcmp(request->request_method, "GET") != 0) return refuse(405, "There is only GET here.");
  const std::string_view path = request->local_uri ? request->local_uri : "";
  if (path != "/" && path != "/index.html") return refuse(404, "There is nothing here but the page at /.");
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
  return clients.size() < most_clients ? 0 : 1;
}

void Server::Body::begin(mg_connection* connection) {
  const std::lock_guard lock(mutex);
  auto client = std::make_shared<Client>();
  client->id = next_id++;
  client->connection = connection;
  mg_set_user_connection_data(connection, client.get());
  clients[client->id] = client;
  client->writer = std::thread([raw = client.get()] { raw->write(); });
  session.join(client->id);
  dispatch();
  wake.notify_one();
}

/// False to close the connection.
bool Server::Body::receive(mg_connection* connection, int bits, const char* data, std::size_t size) {
  auto* client = static_cast<Client*>(mg_get_user_connection_data(connection));
  if (!client || client->is_lost) return false;
  const int opcode = bits & 0xf;
  const bool is_last = (bits & 0x80) != 0;
  if (opcode == opcode_ping || opcode == opcode_pong) return true;
  if (opcode != opcode_text && opcode != opcode_continuation) return false;
  if (size + client->partial.size() > Session::max_message_bytes) return false;
  if (is_last && client->partial.empty()) return hear(*client, {data, size});
  client->partial.append(data, size);
  if (!is_last) return true;
  const std::string whole = std::exchange(client->partial, {});
  return hear(*client, whole);
}

bool Server::Body::hear(Client& client, std::string_view text) {
  const std::lock_guard lock(mutex);
  const bool is_understood = session.receive(client.id, text);
  dispatch();
  wake.notify_one();
  return is_understood;
}

void Server::Body::end(const mg_connection* connection) {
  auto* raw = static_cast<Client*>(mg_get_user_connection_data(connection));
  if (!raw) return;
  std::shared_ptr<Client> client;
  {
    const std::lock_guard lock(mutex);
    client = std::move(clients[raw->id]);
    clients.erase(raw->id);
    session.leave(client->id);
    dispatch();
  }
  client->outbox.close();
  client->writer.join();
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options) {
  mg_init_library(MG_FEATURES_WEBSOCKET);
  auto body = std::make_unique<Body>();
  body->options = std::move(options);
  const std::string port = fmt::format("127.0.0.1:{}", body->options.port);
  // A thread per connection: viewers, and as many requests.
  const char* settings[] = {"listening_ports",
                            port.c_str(),
                            "num_threads",
                            "80",
                            "request_timeout_ms",
                            "3000",
                            "websocket_timeout_ms",  // then it is pinged
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
    return fail(fmt::format("port {} of this machine cannot be listened on; choose another with --port",
                            body->options.port));
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
        return static_cast<Body*>(data)->receive(connection, bits, bytes, size) ? 1 : 0;
      },
      [](const mg_connection* connection, void* data) { static_cast<Body*>(data)->end(connection); },
      body.get());
  return std::unique_ptr<Server>(new Server(std::move(body)));
}

Server::~Server() {
  mg_stop(body_->context);
  mg_exit_library();
}

int Server::port() const {
  mg_server_port ports[4] = {};
  return mg_get_server_ports(body_->context, 4, ports) > 0 ? ports[0].port : 0;
}

void Server::with_session(const std::function<void(Session&)>& work) {
  const std::lock_guard lock(body_->mutex);
  work(body_->session);
  body_->dispatch();
}

void Server::run(const std::function<bool()>& is_stopped, const std::function<void(Session&)>& tick) {
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  constexpr double tick_time = 0.5, longest_wait = 0.05;  // s
  auto last = Clock::now(), last_tick = last;
  std::unique_lock lock(body_->mutex);
  while (!is_stopped()) {
    const auto now = Clock::now();
    body_->session.pass(Seconds(now - last).count());
    last = now;
    if (Seconds(now - last_tick).count() > tick_time) {
      last_tick = now;
      tick(body_->session);
    }
    body_->dispatch();
    const double wait = std::min(body_->session.due(), longest_wait);
    // Even when it cannot keep up, viewers get a word in between two frames.
    body_->wake.wait_for(lock, Seconds(std::max(wait, 2e-4)));
  }
}

}  // namespace tensio
