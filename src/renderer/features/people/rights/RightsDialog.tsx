import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { RightsOfAccount } from './RightsOfAccount.tsx'
import { RightsOfColumn } from './RightsOfColumn.tsx'

const TABS = [
  { id: 'account', title: '按账号查看' },
  { id: 'column', title: '按栏目查看' },
] as const

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, flex: '1 1 auto', minHeight: 0 },
})

interface Props {
  /** The account shown at first; without one the user chooses it. */
  accountId?: number
  onClose: () => void
}

/** Effective permissions: of an account in every site, and for a column across all groups. */
export function RightsDialog({ accountId, onClose }: Props) {
  const styles = useStyles()
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('account')
  const [account, setAccount] = useState(accountId ?? null)
  return (
    <PanelDialog title="有效权限" size="large" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Tabs tabs={TABS} selected={tab} onSelect={setTab} panelClass={styles.panel}>
        {tab === 'account' ? <RightsOfAccount accountId={account} onChoose={setAccount} /> : <RightsOfColumn />}
      </Tabs>
    </PanelDialog>
  )
}
