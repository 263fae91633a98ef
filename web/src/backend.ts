// The engine: behind a WebSocket, or in a Worker of this page.
import EngineWorker from "./worker?worker&inline";

export interface Backend {
  readonly name: string;
  send(message: object): void;
}
export type Listener = (message: string | ArrayBuffer) => void;

const retryPause = 2000; // ms

/** Connects to the native engine that served this page, and again when it is lost. Rejects if there is none. */
export function connect(url: string, listen: Listener, tell: (isThere: boolean) => void): Promise<Backend> {
  return new Promise((resolve, reject) => {
    let socket: WebSocket;
    let wasThere = false;
    const open = (): void => {
      socket = new WebSocket(url);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => {
        if (wasThere) tell(true);
        wasThere = true;
        resolve({
          name: "native",
          send: (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
        });
      };
      socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => listen(event.data);
      socket.onclose = () => {
        if (!wasThere) return reject(new Error("no server"));
        tell(false);
        setTimeout(open, retryPause);
      };
    };
    open();
  });
}

/** The engine as WebAssembly. */
export function startWorker(listen: Listener, failed: (reason: string) => void): Backend {
  const worker = new EngineWorker();
  worker.onmessage = (event: MessageEvent<string | ArrayBuffer>) => listen(event.data);
  worker.onerror = (event) => failed(`The engine does not run in this browser: ${event.message}`);
  return { name: "WebAssembly", send: (message) => worker.postMessage(JSON.stringify(message)) };
}
