import { join } from 'node:path'
import { ARCHITECTURES } from './architectures.mjs'

/**
 * Adds the command's help to the packed program and checks it before signing: native code is complete and only for this
 * machine, all imports resolve, and the size is within its budget.
 */
export async function afterPack({ appOutDir, electronPlatformName: platform, arch, packager }) {
  const [{ findWrongNatives }, { findMissingImports }, { describeOverweight }, { writeCommandHelp }] =
    await Promise.all([
      import('./packedNatives.ts'),
      import('./packedImports.ts'),
      import('./packedSize.ts'),
      import('./commandHelp.ts'),
    ])
  const resources = packager.getResourcesDir(appOutDir)
  await writeCommandHelp(join(resources, 'command'), platform)
  const wrong = [
    ...(await findWrongNatives(resources, { platform, arch: ARCHITECTURES[arch] })),
    ...(await findMissingImports(join(resources, 'app.asar'))),
    await describeOverweight(resources),
  ].filter(Boolean)
  if (wrong.length > 0) throw new Error(`${platform}-${ARCHITECTURES[arch]} 安装包无法使用：\n- ${wrong.join('\n- ')}`)
}
