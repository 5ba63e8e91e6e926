import { Button, Field, makeStyles } from '@fluentui/react-components'
import { useCallback, useMemo, useState } from 'react'
import type { Role } from '#shared/contract/role.ts'
import type { Ticks } from '#shared/domain/roleTicks.ts'
import { toAppError, showError } from '#renderer/data/errors.ts'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { SitePanel } from './SitePanel.tsx'
import { SiteTabs } from './SiteTabs.tsx'
import type { useRoleSites } from './useRoleSites.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'

interface CopyFromProps {
  title: string
  label: string
  hint: string
  items: readonly { id: number; title: string; level?: number }[]
  onChoose: (id: number) => Promise<void>
  onClose: () => void
}

/** Chooses the site or the group whose grants are copied. */
function CopyFromDialog({ title, label, hint, items, onChoose, onClose }: CopyFromProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (chosen === null || busy) return
    setBusy(true)
    await onChoose(chosen).finally(() => setBusy(false))
  }
  return (
    <PanelDialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button appearance="primary" disabledFocusable={chosen === null || busy} onClick={() => void run()}>
            复制权限
          </Button>
        </>
      }
    >
      <Field label={label} hint={hint}>
        <TruncatedSelect
          label={label}
          items={items}
          value={chosen ?? -1}
          onChange={setChosen}
          placeholder="请选择"
          wide
        />
      </Field>
    </PanelDialog>
  )
}

const useStyles = makeStyles({
  // The window's height minus the fields above and the buttons below.
  root: { height: 'max(300px, calc(100vh - 370px))', display: 'grid', minHeight: 0 },
})

interface Props {
  id: number
  state: ReturnType<typeof useRoleSites>
  groups: readonly Role[]
}

const describeCopy = (matched: number, unmatched: number): string =>
  unmatched > 0
    ? `已复制 ${matched} 个栏目的权限，${unmatched} 个栏目没有同名栏目，保持不变`
    : `已复制 ${matched} 个栏目的权限`

/** One tab per site, with its menu tree and the settings of each menu (C·§2). */
export function Permissions({ id, state, groups }: Props) {
  const styles = useStyles()
  const toast = useToast()
  const { sites, change, load, copy } = state
  const [siteId, setSiteId] = useState(sites[0]?.siteId ?? 0)
  const [failed, setFailed] = useState<Error | null>(null)
  const [copying, setCopying] = useState<'site' | 'role' | null>(null)
  const site = sites.find((each) => each.siteId === siteId)

  const open = async (next: number): Promise<void> => {
    setSiteId(next)
    setFailed(null)
    if (sites.find((each) => each.siteId === next)?.loaded) return
    await load(next).catch((error: unknown) => setFailed(toAppError(error)))
  }
  const onTicks = useCallback((to: (ticks: Ticks) => Ticks) => change(siteId, to), [change, siteId])
  const copyFrom = async (from: { siteId: number } | { roleId: number }): Promise<void> => {
    try {
      const { matched, unmatched } = await copy(siteId, from)
      setCopying(null)
      toast.success(describeCopy(matched, unmatched))
    } catch (error) {
      showError(toAppError(error))
    }
  }
  const otherSites = useMemo(
    () =>
      sites
        .filter((each) => each.siteId !== siteId && each.siteId !== 0)
        .map((each) => ({ id: each.siteId, title: each.siteName })),
    [sites, siteId],
  )
  const otherGroups = useMemo(() => groupItems(groups).filter((group) => group.id !== id), [groups, id])

  return (
    <div className={styles.root}>
      <SiteTabs sites={sites} selected={siteId} onSelect={(next) => void open(next)}>
        {site?.loaded ? (
          <SitePanel
            key={siteId}
            site={site}
            onTicks={onTicks}
            onCopySite={siteId !== 0 && otherSites.length > 0 ? () => setCopying('site') : undefined}
            onCopyRole={() => setCopying('role')}
          />
        ) : failed ? (
          <ErrorState error={failed} onRetry={() => void open(siteId)} />
        ) : (
          <LoadingState />
        )}
      </SiteTabs>
      {copying === 'site' && (
        <CopyFromDialog
          title="从其他站点复制…"
          label="站点"
          hint="按栏目名称对应：同名栏目使用相同的权限，其他栏目保持不变。保存前可查看全部改动。"
          items={otherSites}
          onChoose={(from) => copyFrom({ siteId: from })}
          onClose={() => setCopying(null)}
        />
      )}
      {copying === 'role' && (
        <CopyFromDialog
          title="从其他用户组复制…"
          label="用户组"
          hint={`“${site?.siteName ?? ''}”中的权限将与所选用户组一致。保存前可查看全部改动。`}
          items={otherGroups}
          onChoose={(from) => copyFrom({ roleId: from })}
          onClose={() => setCopying(null)}
        />
      )}
    </div>
  )
}
