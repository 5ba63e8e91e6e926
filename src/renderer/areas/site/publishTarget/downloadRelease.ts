import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'
import { startDownload } from '#renderer/ui/page/startDownload.ts'

/** Brings the zip of a deployment to this computer. */
export async function downloadRelease(id: number, targetName: string): Promise<void> {
  const name = `${targetName}-${id}`
  const answer = await call('downloads.release', { id, name }).catch(showError)
  if (!answer) return
  const { href, savedAs } = answer.data
  if (href) startDownload(href, `${name}.zip`)
  if (savedAs) notify('success', `已保存到 ${savedAs}`)
}
