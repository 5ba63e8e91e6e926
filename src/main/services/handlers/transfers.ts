import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Downloads } from '../transfers/downloads.ts'
import type { Images } from '../transfers/images.ts'
import type { Media } from '../transfers/media.ts'
import type { Uploads } from '../transfers/uploads.ts'

export function transferHandlers(deps: { uploads: Uploads; downloads: Downloads; images: Images; media: Media }) {
  const { uploads, downloads, images, media } = deps
  return {
    'uploads.attachment': ({ grant, kind }) => uploads.attachment(grant, kind),
    'uploads.toTemplate': async ({ grant, path }) => {
      await uploads.toTemplate(grant, path)
      return null
    },
    'downloads.templateFile': ({ path, downloadFileName }) => downloads.templateFile(path, downloadFileName),
    'media.open': async ({ accessPath }) => ({ href: await media.open(accessPath) }),
    'media.image': async ({ accessPath }) => ({ dataUrl: await images.dataUrl(accessPath) }),
  } satisfies Pick<HostHandlers<'uploads'>, 'uploads.attachment' | 'uploads.toTemplate'> & HostHandlers<'downloads'> & HostHandlers<'media'>
}
