import { GlobeRegular } from '@fluentui/react-icons'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import type { ListRead } from '#renderer/ui/list/ListBody.tsx'

/** Shown in place of a site's list to an account without a site. */
export const NoSite = () => (
  <EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />
)

/** An empty read for accounts without a site: nothing is loaded or pending. */
export const NO_SITE_READ: ListRead<never> = {
  data: { content: [], totalElements: 0 },
  isPending: false,
  error: null,
  refetch: () => undefined,
}
