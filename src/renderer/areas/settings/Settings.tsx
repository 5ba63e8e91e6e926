import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { About } from './About.tsx'
import { Appearance } from './Appearance.tsx'
import { ConnectionCard } from './ConnectionCard.tsx'
import { Transfers } from './Transfers.tsx'

/** Settings of this machine; each takes effect at once. */
export function Settings() {
  return (
    <Page narrow>
      <PageHeader title="设置" text="只对本机有效，改动立即生效。" />
      <Appearance />
      <Transfers />
      <ConnectionCard />
      <About />
    </Page>
  )
}
