import { useState } from 'react'
import type { AnalyticsSource, AnalyticsState } from '#shared/contract/analytics.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { BaiduSteps } from './BaiduSteps.tsx'
import { OwnForm } from './OwnForm.tsx'

const TABS = [
  { id: 'baidu', title: '百度统计' },
  { id: 'own', title: '本站统计' },
] as const

interface Props {
  siteId: number
  /** null when the server offers only Baidu's statistics. */
  state: AnalyticsState | null
  onClose: () => void
}

/** Chooses the source of a site's figures: Baidu Tongji in two steps (C·§2), or this server's own statistics. */
export function SettingsDialog({ siteId, state, onClose }: Props) {
  const [source, setSource] = useState<AnalyticsSource>(state?.source ?? 'baidu')
  return (
    <PanelDialog title="统计设置" size="small" firm onClose={onClose}>
      {state ? (
        <Tabs tabs={TABS} selected={source} onSelect={setSource}>
          {source === 'baidu' ? (
            <BaiduSteps siteId={siteId} state={state} onClose={onClose} />
          ) : (
            <OwnForm state={state} onClose={onClose} />
          )}
        </Tabs>
      ) : (
        <BaiduSteps siteId={siteId} state={null} onClose={onClose} />
      )}
    </PanelDialog>
  )
}
