import type { ForgetfulDisk } from '#tests/fakes/forgetfulDisk.ts'

/** What one module of the program writes so that it outlives a power cut. */
export interface DurableWrite {
  module: string
  shows: string
  /** Does it in an empty folder, and checks what is left of that. @param watch begins, in another folder where one is given: what is there then is safe */
  run(root: string, watch: (folder?: string) => Promise<ForgetfulDisk>): Promise<void>
}
