import { readFile, writeFile } from 'node:fs/promises'

const GROUP = '<ComponentGroup Id="ProductComponents" Directory="APPLICATIONFOLDER">'
/** Adds the command's folder to the computer's PATH while the MSI is installed. */
const PATH = `
      <Component Id="CommandPath" Guid="{5C0B7A4E-6E0B-4C53-9B6B-2C4D8A1E7F31}" KeyPath="yes">
        <Environment Id="CommandPath" Name="PATH" Part="last" Action="set" Permanent="no" System="yes" Value="[APPLICATIONFOLDER]resources\\command"/>
      </Component>`

/**
 * Adds elements to the MSI's project that electron-builder has no setting for.
 * @param file the project, before WiX compiles it
 */
export async function msiProjectCreated(file) {
  const project = await readFile(file, 'utf8')
  if (!project.includes(GROUP)) throw new Error('MSI 项目的格式已改变，请修改 scripts/build/msiProject.mjs')
  await writeFile(file, project.replace(GROUP, GROUP + PATH))
}
