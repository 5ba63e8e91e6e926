import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ForgetfulDisk } from '#tests/fakes/forgetfulDisk.ts'

/** What one module of the program writes so that it outlives a power cut. */
export interface DurableWrite {
  module: string
  shows: string
  /** Does it in an empty folder, and checks what is left of that. @param watch begins, in another folder where one is given: what is there then is safe */
  run(root: string, watch: (folder?: string) => Promise<ForgetfulDisk>): Promise<void>
}

/** The texts of what is left below a folder, by its paths. */
export const textsIn = (left: Record<string, string>, folder: string): string[] =>
  Object.entries(left).flatMap(([path, text]) => (path.startsWith(`${folder}/`) ? [text] : []))

export async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
