import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Downloads } from '../transfers/downloads.ts'
import type { Images } from '../transfers/images.ts'
import type { Media } from '../transfers/media.ts'
import type { Previews } from '../transfers/previews.ts'

export function transferHandlers(deps: { downloads: Downloads; images: Images; media: Media; previews: Previews }) {
  const { downloads, images, media, previews } = deps
  return {
    'downloads.templateFile': ({ path, downloadFileName }) => downloads.templateFile(path, downloadFileName),
    'downloads.template': ({ id, name }) => downloads.template(id, name),
    'media.open': async ({ accessPath }) => ({ href: await media.open(accessPath) }),
    'preview.open': async ({ address }) => ({ href: await previews.open(address) }),
    'media.image': async ({ accessPath }) => ({ dataUrl: await images.dataUrl(accessPath) }),
  } satisfies HostHandlers<'downloads'> & HostHandlers<'media'> & HostHandlers<'preview'>
}
