// Where the engine is: behind a WebSocket, or in a Worker of this page.
import EngineWorker from "./worker?worker&inline";

export interface Backend {
  readonly name: string;
  send(message: object): void;
}
export type Listener = (message: string | ArrayBuffer) => void;

/** The native engine that served this page; rejected when there is none. */
export function connect(url: string, listen: Listener, closed: () => void): Promise<Backend> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    let isOpen = false;
    socket.onopen = () => {
      isOpen = true;
      resolve({ name: "native", send: (message) => socket.send(JSON.stringify(message)) });
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => listen(event.data);
    socket.onclose = () => (isOpen ? closed() : reject(new Error("no server")));
  });
}

/** The engine as WebAssembly. */
export function startWorker(listen: Listener, failed: (reason: string) => void): Backend {
  const worker = new EngineWorker();
  worker.onmessage = (event: MessageEvent<string | ArrayBuffer>) => listen(event.data);
  worker.onerror = (event) => failed(event.message);
  return { name: "WebAssembly", send: (message) => worker.postMessage(JSON.stringify(message)) };
}
