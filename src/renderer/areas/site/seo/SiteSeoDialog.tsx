import type { Site } from '#shared/contract/site.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SeoDialog } from '#renderer/features/seo/SeoDialog.tsx'

/** 设置SEO of a site (call 23). */
export function SiteSeoDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { id, title } = site
  const save = useWrite('site.updateSeo')
  return (
    <SeoDialog
      subject={`站点“${title}”`}
      record={site}
      load={async () => (await call('site.findById', { id })).data}
      save={(form) => save.mutateAsync({ ...form, id })}
      onClose={onClose}
      hint="最多 1000 个字；更长的描述请在“站点系统设置”中填写"
    />
  )
}
