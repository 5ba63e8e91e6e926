import { Button, makeStyles, Tag, Text, tokens } from '@fluentui/react-components'
import { PeopleAddRegular, PeopleTeamRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type MailRecipient, SITE_MAIL_FEATURE } from '#shared/contract/siteMail.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { userLabel, UserPicker } from '#renderer/features/people/picker/UserPicker.tsx'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { GroupsDialog } from './GroupsDialog.tsx'

/** Maximum number of recipients shown as tags. */
const MAX_SHOWN = 60

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS },
  tags: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    maxHeight: '120px',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  tag: { maxWidth: '240px' },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Recipients: single accounts, user groups and departments, without duplicates. */
export function RecipientsField<In extends FieldValues, Out>(props: Bound<In, Out>) {
  return (
    <FieldFrame {...props} group>
      {({ value, onChange, ref }) => <Recipients value={value ?? []} onChange={onChange} focus={ref} />}
    </FieldFrame>
  )
}

interface Props {
  value: readonly MailRecipient[]
  onChange: (value: MailRecipient[]) => void
  focus: (element: HTMLButtonElement | null) => void
}

function Recipients({ value, onChange, focus }: Props) {
  const styles = useStyles()
  const canAddGroups = useServerFeature(SITE_MAIL_FEATURE)
  const [open, setOpen] = useState<'people' | 'groups' | null>(null)
  const add = (more: readonly MailRecipient[]): void => {
    const existingNames = new Set(value.map(({ userName }) => userName))
    const newRecipients = more.filter(({ userName }) => !existingNames.has(userName))
    onChange([...value, ...newRecipients.map(({ userName, trueName }) => ({ userName, trueName }))])
    setOpen(null)
  }
  return (
    <div className={styles.root}>
      {value.length > 0 && (
        <ul className={styles.tags} aria-label="收件人">
          {value.slice(0, MAX_SHOWN).map((each) => (
            <li key={each.userName}>
              <Tag
                className={styles.tag}
                size="small"
                dismissible
                dismissIcon={{ 'aria-label': `移除 ${userLabel(each)}` }}
                title={userLabel(each)}
                onClick={() => onChange(value.filter((other) => other !== each))}
              >
                {userLabel(each)}
              </Tag>
            </li>
          ))}
          {value.length > MAX_SHOWN && (
            <li>
              <Text className={styles.muted}>{`等 ${value.length} 人`}</Text>
            </li>
          )}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button ref={focus} icon={<PeopleAddRegular />} onClick={() => setOpen('people')}>
          选择用户
        </Button>
        {canAddGroups && (
          <Button icon={<PeopleTeamRegular />} onClick={() => setOpen('groups')}>
            按用户组或部门添加
          </Button>
        )}
        {value.length > 0 && (
          <>
            <Text className={styles.muted}>{`共 ${value.length} 人`}</Text>
            <Button appearance="subtle" onClick={() => onChange([])}>
              清空
            </Button>
          </>
        )}
      </div>
      {open === 'people' && <UserPicker onConfirm={add} onClose={() => setOpen(null)} />}
      {open === 'groups' && <GroupsDialog onAdd={add} onClose={() => setOpen(null)} />}
    </div>
  )
}
