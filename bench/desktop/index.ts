import { browserHost } from './browserHost.ts'
import { packedProgram } from './packed.ts'

/**
 * Measures the desktop program: the packed program in the Electron stand-in, then the browser host. Run `npm run build`
 * first.
 */
export async function desktop(): Promise<void> {
  await packedProgram()
  await browserHost()
}
