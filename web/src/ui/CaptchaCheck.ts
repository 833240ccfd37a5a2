/** The solution, if there is one. A form that is sent while the box is being checked waits for it. */
export class CaptchaCheck {
  #solution: string | null = null
  #ended: Promise<void> | null = null
  #end: () => void = () => undefined

  begin() {
    this.#solution = null
    this.#ended ??= new Promise((resolve) => {
      this.#end = resolve
    })
  }

  end(solution: string | null) {
    this.#solution = solution
    this.#ended = null
    this.#end()
  }

  async solution(): Promise<string | null> {
    await this.#ended
    return this.#solution
  }
}
