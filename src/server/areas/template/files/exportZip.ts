import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { disposition } from '#server/storage/sendFile.ts'
import { storesOf } from '#server/storage/stores.ts'
import { ZipWriter } from '#server/storage/zip/writer.ts'
import { TEMPLATE_SETTINGS_FILE, type TemplateSettings } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { findTemplate } from '../template/index.ts'

/** Prefix of the path in a ticket for a whole template. */
const TEMPLATE_PREFIX = 'zip:'

/** Creates the ticket path for a whole template. */
export const toTemplateTicket = (folder: string): string => TEMPLATE_PREFIX + folder

/** The template folder of a ticket path; null for a single file. */
export const parseTemplateTicket = (ticketPath: string): string | null =>
  ticketPath.startsWith(TEMPLATE_PREFIX) ? ticketPath.slice(TEMPLATE_PREFIX.length) : null

/** Streams a template as a zip file; each file has its content at that time. Names are UTF-8. */
export async function sendZip(request: FastifyRequest, reply: FastifyReply, deps: ServerDeps, folder: string) {
  const row = await findTemplate(deps.db, { folder })
  if (!row) throw new AppError('not-found', `模板文件夹“${folder}”已被删除或改名，请刷新模板列表`)
  const { templates } = await storesOf(deps)
  const { name, title, templatePic } = row
  const settings: TemplateSettings = { format: 'sitecraft-template', version: 1, name, folder, title, templatePic }
  const answer = reply
    .header('content-disposition', disposition('attachment', `${name}.zip`))
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('application/zip')
  if (request.method === 'HEAD') return answer.send()
  const entries = await templates.walkInOrder(row.id)
  const { zip, stream } = ZipWriter.toStream(deps.clock.now())
  const pack = async (): Promise<void> => {
    await zip.add(TEMPLATE_SETTINGS_FILE, [Buffer.from(`${JSON.stringify(settings, null, 2)}\n`)])
    for (const entry of entries) {
      const { path } = entry
      if (path === TEMPLATE_SETTINGS_FILE) continue
      const mtime = new Date(entry.time)
      if (entry.kind === 'folder') zip.addFolder(path, mtime)
      else await zip.add(path, await templates.stream(entry), { mtime })
    }
    await zip.finish()
  }
  // A file deleted meanwhile aborts the download, so that the zip can't look complete.
  pack().catch((error: Error) => {
    zip.abort()
    reply.raw.destroy(error)
  })
  return answer.send(stream)
}
