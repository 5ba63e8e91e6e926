import { describe } from 'vitest'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { CdnDialog } from './CdnDialog.tsx'

const close = (): void => {}

describe('the form of a CDN', () => {
  const cdn = {
    id: 6,
    targetId: 4,
    provider: 'aliyun',
    url: 'https://cdn.example.com',
    accessKeyId: 'AKID',
    hasSecret: true,
    version: 2,
  } as const
  const target = { id: 4, name: '正式' } as PublishTarget
  sendsWhatItShows({
    form: 'areas/site/publishTarget/CdnDialog.tsx',
    ui: <CdnDialog target={target} onClose={close} />,
    host: (fake) => fake.on('publishCdn.find', () => cdn),
    shows: {
      服务商: '阿里云 CDN',
      地址: 'https://cdn.example.com',
      'AccessKey ID': 'AKID',
      'AccessKey Secret': '',
    },
    operation: 'publishCdn.save',
    sends: {
      id: 6,
      targetId: 4,
      provider: 'aliyun',
      url: 'https://cdn.example.com',
      accessKeyId: 'AKID',
      secret: '',
      version: 2,
    },
  })
})
