import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import type { UploadKind } from '#shared/contract/upload.ts'
import { KIND_NAMES } from '#renderer/features/media/text.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { ChosenTray } from './ChosenTray.tsx'
import { ExistingTab } from './existing/ExistingTab.tsx'
import { useLibrary } from './existing/useLibrary.ts'
import { type Chosen, chosenOf } from './items.ts'
import { UploadTab } from './upload/UploadTab.tsx'
import { useRemoveFailed } from './upload/useRemoveFailed.ts'
import { useMediaChoice } from './useMediaChoice.ts'
import { type TypedAddress, WebTab } from './web/WebTab.tsx'

const TABS = [
  { id: 'existing', title: '选择已有' },
  { id: 'web', title: '网络地址' },
  { id: 'upload', title: '上传' },
] as const
type Tab = (typeof TABS)[number]['id']

interface Props {
  kind: UploadKind
  /** Several files in the order of choosing; one by default. */
  many?: boolean
  /** Most files that can be chosen, with `many`. */
  max?: number
  /** Addresses of the web can be taken too; true by default. */
  web?: boolean
  /** Whose quota uploads count against; 0: none's. */
  siteId?: number
  /** Its owner then takes the dialog away. */
  onConfirm: (chosen: readonly Chosen[]) => void
  onClose: () => void
}

/** B·§2: the generic picker. Files of the library, of the web, and new ones. */
export function MediaPicker(props: Props) {
  const { kind, many = false, max = Infinity, web = true, siteId = 0, onConfirm, onClose } = props
  const toast = useToast()
  const [tab, setTab] = useState<Tab>('existing')
  const [typed, setTyped] = useState<TypedAddress>({ text: '', tried: false })
  const library = useLibrary(kind)
  const choice = useMediaChoice(many, max)
  const uploader = useUploader({
    target: { to: 'library', kind, siteId },
    multiple: many,
    label: `选择要上传的${KIND_NAMES[kind]}`,
    onDone: (attachment) => choice.add(chosenOf(attachment)),
  })
  useRemoveFailed(uploader.ids)
  const { chosen } = choice

  const close = (): void => {
    if (uploader.busy) toast.info('上传在后台继续，完成后可以在资源库中找到')
    onClose()
  }
  return (
    <PanelDialog
      title={`选择${KIND_NAMES[kind]}`}
      size="large"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>取消</Button>
          <Button
            appearance="primary"
            disabledFocusable={chosen.length === 0 || uploader.busy}
            onClick={() => onConfirm(chosen)}
          >
            {uploader.busy ? '正在上传…' : '确定'}
          </Button>
        </>
      }
    >
      <Tabs tabs={web ? TABS : TABS.filter(({ id }) => id !== 'web')} selected={tab} onSelect={setTab}>
        {tab === 'existing' && (
          <ExistingTab
            {...{ kind, library, many, choice }}
            onOpen={(item) => onConfirm([chosenOf(item)])}
            onUpload={() => setTab('upload')}
          />
        )}
        {tab === 'web' && <WebTab kind={kind} typed={typed} onType={setTyped} choice={choice} />}
        {tab === 'upload' && <UploadTab kind={kind} many={many} uploader={uploader} />}
      </Tabs>
      <ChosenTray choice={choice} many={many} max={max} />
    </PanelDialog>
  )
}
