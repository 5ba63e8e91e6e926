import { join } from 'node:path'
import { ARCHITECTURES } from './architectures.mjs'

/**
 * Completes the packed program with the command's help, and looks into the packed program before it is signed and put into installers: native code is all there and for this machine
 * alone, everything that is imported is there, and it weighs no more than it may.
 */
export async function afterPack({ appOutDir, electronPlatformName: platform, arch, packager }) {
  const [{ wrongNatives }, { missingImports }, { overweight }, { writeCommandHelp }] = await Promise.all([
    import('./packedNatives.ts'),
    import('./packedImports.ts'),
    import('./packedSize.ts'),
    import('./commandHelp.ts'),
  ])
  const resources = packager.getResourcesDir(appOutDir)
  await writeCommandHelp(join(resources, 'command'), platform)
  const wrong = [
    ...(await wrongNatives(resources, { platform, arch: ARCHITECTURES[arch] })),
    ...(await missingImports(join(resources, 'app.asar'))),
    await overweight(resources),
  ].filter(Boolean)
  if (wrong.length > 0) throw new Error(`${platform}-${ARCHITECTURES[arch]} 的包不能用：\n- ${wrong.join('\n- ')}`)
}
