import { GlobeRegular } from '@fluentui/react-icons'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import type { ListRead } from '#renderer/ui/list/ListBody.tsx'

/** What a list of a site's rows shows to an account that has no site. */
export const NoSite = () => (
  <EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的角色分配站点。" />
)

/** The rows of no site: nothing was asked for, so nothing is still to come. */
export const OF_NO_SITE: ListRead<never> = {
  data: { content: [], totalElements: 0 },
  isPending: false,
  error: null,
  refetch: () => undefined,
}
