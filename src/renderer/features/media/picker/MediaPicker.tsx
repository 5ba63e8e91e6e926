import { Button, Field, Input, makeStyles, Tag, Text, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { AddRegular } from '@fluentui/react-icons'
import type { UploadKind } from '#shared/contract/upload.ts'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { uploadActions } from '#renderer/features/uploads/actions.ts'
import { onEnded } from '#renderer/features/uploads/store.ts'
import { KIND_LABELS } from '../kindLabels.ts'
import { ExistingTab } from './existing/ExistingTab.tsx'
import { useLibrary } from './existing/useLibrary.ts'
import { type ChosenFile, toChosenFile } from './items.ts'
import { UploadTab } from './UploadTab.tsx'
import { type MediaChoice, useMediaChoice } from './useMediaChoice.ts'
import { checkAddress } from './webAddress.ts'

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
  /** Maximum number of files with `many`. */
  max?: number
  /** Whether web addresses can be chosen too; true by default. */
  web?: boolean
  /** The site whose quota uploads count against; 0 for none. */
  siteId?: number
  /** The owner then closes the dialog. */
  onConfirm: (chosen: readonly ChosenFile[]) => void
  onClose: () => void
}

/** B·§2: the generic picker: files from the library, from the web, and new uploads. */
export function MediaPicker(props: Props) {
  const { kind, many = false, max = Infinity, web = true, siteId = 0, onConfirm, onClose } = props
  const toast = useToast()
  const [tab, setTab] = useState<Tab>('existing')
  const [typed, setTyped] = useState<TypedAddress>({ text: '', submitted: false })
  const library = useLibrary(kind)
  const choice = useMediaChoice(many, max)
  const uploader = useUploader({
    target: { to: 'library', kind, siteId },
    multiple: many,
    label: `选择要上传的${KIND_LABELS[kind]}`,
    onDone: (attachment) => choice.add(toChosenFile(attachment)),
  })
  useRemoveFailed(uploader.ids)
  const { chosen } = choice

  const close = (): void => {
    if (uploader.busy) toast.info('上传将在后台继续，完成后可在资源库中查看')
    onClose()
  }
  return (
    <PanelDialog
      title={`选择${KIND_LABELS[kind]}`}
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
            onOpen={(item) => onConfirm([toChosenFile(item)])}
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

/** B·§8: removes failed uploads from the list; a toast gives the reason. `ids` are the uploads of this dialog. */
function useRemoveFailed(ids: readonly string[]): void {
  const remove = useEffectEvent((ended: readonly UploadTask[]) => {
    uploadActions.cancel(
      ended.filter(({ id, state }) => state.step === 'failed' && ids.includes(id)).map(({ id }) => id),
    )
  })
  useEffect(() => onEnded((ended) => remove(ended)), [])
}

const useChosenTrayStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    maxHeight: '72px',
    overflowY: 'auto',
    flexShrink: 0,
  },
  tag: { maxWidth: '220px' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** The files chosen in all tabs, in the order of choosing. */
function ChosenTray({ choice, many, max }: { choice: MediaChoice; many: boolean; max: number }) {
  const styles = useChosenTrayStyles()
  const { chosen, drop } = choice
  return (
    <div className={styles.root} role="group" aria-label="已选择">
      <Text className={styles.muted}>
        已选 {chosen.length} 项{many && Number.isFinite(max) && `，最多 ${max} 项`}
      </Text>
      {chosen.map(({ src, name }, at) => (
        <Tag
          key={src}
          className={styles.tag}
          size="small"
          dismissible
          title={name}
          primaryText={{ className: styles.text }}
          aria-label={`移除 ${name}`}
          onClick={() => drop(src)}
        >
          {many ? `${at + 1}. ${name}` : name}
        </Tag>
      ))}
    </div>
  )
}

const useWebTabStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', maxWidth: '680px' },
})

/** The typed address, and whether it was submitted: its problems are shown only afterwards. */
interface TypedAddress {
  text: string
  submitted: boolean
}

interface WebTabProps {
  kind: UploadKind
  typed: TypedAddress
  onType: (typed: TypedAddress) => void
  choice: MediaChoice
}

/** Adds a file by its web address. */
function WebTab({ kind, typed, onType, choice }: WebTabProps) {
  const styles = useWebTabStyles()
  const checked = checkAddress(typed.text, kind)
  const problem = 'problem' in checked && typed.submitted ? checked.problem : ''
  const doubt = 'doubt' in checked ? checked.doubt : ''
  const add = (): void => {
    if (!('chosen' in checked)) onType({ ...typed, submitted: true })
    else if (choice.add(checked.chosen)) onType({ text: '', submitted: false })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.root}>
      <Field
        label={`${KIND_LABELS[kind]}的网络地址`}
        hint="以 http:// 或 https:// 开头的完整地址。文件仍保存在原网站，原网站删除后将无法显示。"
        validationState={problem ? 'error' : doubt ? 'warning' : 'none'}
        validationMessage={problem || doubt || null}
      >
        <Input
          value={typed.text}
          placeholder="https://"
          onChange={(_event, data) => onType({ text: data.value, submitted: false })}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div>
        <Button icon={<AddRegular />} onClick={add}>
          使用该地址
        </Button>
      </div>
    </div>
  )
}
