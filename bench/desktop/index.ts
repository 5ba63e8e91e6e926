import { browserHost } from './browserHost.ts'
import { packedProgram } from './packed.ts'

/** The desktop program: the packed one in the stand-in for Electron, then the browser host. Run `npm run build` before. */
export async function desktop(): Promise<void> {
  await packedProgram()
  await browserHost()
}
