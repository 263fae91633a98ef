// What a user takes home: a picture, a video, a link.
import type { View } from "./view";

function download(href: string, name: string): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

export function screenshot(view: View, name: string): void {
  download(view.picture(), `${name}.png`);
}

/** Records the canvas from one call to the next. */
export class Recorder {
  private recorder: MediaRecorder | null = null;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly changed: (isRecording: boolean) => void) {}

  toggle(name: string): void {
    if (this.recorder) return this.recorder.stop();
    const type = ["video/mp4", "video/webm"].find((kind) => MediaRecorder.isTypeSupported(kind)) ?? "";
    const recorder = new MediaRecorder(this.canvas.captureStream(60), { ...(type ? { mimeType: type } : {}), videoBitsPerSecond: 8e6 });
    recorder.ondataavailable = ({ data }) => {
      const url = URL.createObjectURL(data);
      download(url, `${name}.${recorder.mimeType.includes("mp4") ? "mp4" : "webm"}`);
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    };
    recorder.onstop = () => {
      this.recorder = null;
      this.changed(false);
    };
    recorder.start();
    this.recorder = recorder;
    this.changed(true);
  }
}
