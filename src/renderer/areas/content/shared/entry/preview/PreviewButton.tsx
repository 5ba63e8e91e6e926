import { Button, makeStyles, Spinner, ToggleButton, tokens } from '@fluentui/react-components'
import { DesktopRegular, EyeRegular, PhoneRegular, TabletRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FieldPair } from '#shared/contract/content.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { ENTRY_FORM } from '#renderer/areas/content/shared/entry/text.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

const useStyles = makeStyles({
  widths: { display: 'flex', justifyContent: 'center', gap: tokens.spacingHorizontalXS, flexShrink: 0 },
  frame: {
    flex: '1 1 auto',
    maxWidth: '100%',
    alignSelf: 'center',
    minHeight: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
})

/** Pixels of a phone's and a tablet's screen; the desktop has what there is. */
const WIDTHS = [
  { title: '电脑', width: '100%', icon: <DesktopRegular /> },
  { title: '平板', width: '820px', icon: <TabletRegular /> },
  { title: '手机', width: '390px', icon: <PhoneRegular /> },
] as const

interface Props {
  classId: number
  id: () => number
  pairs: () => FieldPair[]
}

/** B·§2 预览: the page that the form would make, in a frame that runs nothing. Nothing is saved. */
export function PreviewButton({ classId, id, pairs }: Props) {
  const styles = useStyles()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [href, setHref] = useState<string | null>(null)
  const [width, setWidth] = useState<(typeof WIDTHS)[number]['width']>('100%')

  const open = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const { data } = await call('content.preview', { classId, id: id(), fieldList: pairs() })
      const [address] = data
      if (address) setHref((await call('preview.open', { address })).data.href)
      else toast.warning('服务器没有给出预览地址，请检查栏目是否设置了详情页模板')
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        icon={busy ? <Spinner size="extra-tiny" /> : <EyeRegular />}
        disabledFocusable={busy}
        onClick={() => void open()}
      >
        {ENTRY_FORM.preview}
      </Button>
      {href !== null && (
        <PanelDialog
          title={ENTRY_FORM.preview}
          size="full"
          onClose={() => setHref(null)}
          footer={<Button onClick={() => setHref(null)}>关闭</Button>}
        >
          <div className={styles.widths} role="group" aria-label="屏幕宽度">
            {WIDTHS.map(({ title, width: each, icon }) => (
              <ToggleButton
                key={title}
                size="small"
                appearance="subtle"
                icon={icon}
                checked={each === width}
                onClick={() => setWidth(each)}
              >
                {title}
              </ToggleButton>
            ))}
          </div>
          <iframe className={styles.frame} style={{ width }} title="内容预览" sandbox="" src={href} />
        </PanelDialog>
      )}
    </>
  )
}
