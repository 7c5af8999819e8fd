/** Draws frames of a film one after the other, without playing it. It rejects when the browser cannot. */
export class Frames {
  readonly #video = document.createElement('video')
  readonly #canvas = document.createElement('canvas')
  readonly #made: string[] = []
  #last: Promise<unknown>

  constructor(address: string) {
    const video = this.#video
    this.#last = new Promise((done, fail) => {
      video.onloadeddata = done
      video.onerror = fail
    })
    video.muted = true
    video.preload = 'auto'
    video.src = address
  }

  /** Returns the address of the frame at so many seconds, which is good until stop. */
  at(seconds: number, height: number): Promise<string> {
    const drawn = this.#last.then(() => this.#draw(seconds, height))
    this.#last = drawn
    return drawn
  }

  async #draw(seconds: number, height: number): Promise<string> {
    const [video, canvas] = [this.#video, this.#canvas]
    await new Promise((done) => {
      video.onseeked = done
      video.currentTime = seconds
    })
    canvas.height = height
    canvas.width = Math.round((height * video.videoWidth) / video.videoHeight)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.8))
    if (!blob) throw new Error('no frame')
    const address = URL.createObjectURL(blob)
    this.#made.push(address)
    return address
  }

  stop(): void {
    this.#video.removeAttribute('src')
    this.#video.load()
    for (const address of this.#made) URL.revokeObjectURL(address)
  }
}
