import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'

/** Shows whether a site is enabled or disabled (A·§4). */
export function SiteStatusTag({ enabled }: { enabled: boolean }) {
  return (
    <StateBadges badges={[enabled ? { title: '启用', color: 'success' } : { title: '停用', color: 'informative' }]} />
  )
}
