import { Badge, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components'
import { EditRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import type { MenuField } from '#shared/contract/column.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import type { EntryEditor } from '#shared/contract/entryLock.ts'
import type { PublicState } from '#shared/contract/publicState.ts'
import { entryText, entryTitle } from '#shared/domain/entry.ts'
import { type ApprovalResult, passState, parseApprovalResult } from '#shared/domain/passState.ts'
import { type PromotionFlag, PROMOTIONS } from '#shared/domain/promotions.ts'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { FieldWords } from '#renderer/features/entry/useFieldWords.ts'
import { PublicStateBadge } from '../publicState/PublicStateBadge.tsx'
import { PASS_STATE_LABELS } from '../passStateLabels.ts'
import { type ListColumn, isAllowed, type ListContext } from './listColumn.ts'

type Columns = TableColumn<ContentEntry>[]

/** The name of an entry in the list. */
export const titleOf = ({ listField }: Pick<ListColumn, 'listField'>, entry: ContentEntry): string =>
  entryTitle(entry, entry.id, listField)

const WIDTHS: Partial<Record<MenuField['fieldType'], string>> = {
  Photo: '84px',
  Date: '112px',
  DateTime: '168px',
  BatchPhoto: '96px',
  BatchVideo: '96px',
  BatchFile: '96px',
}
/** Width of a text field; the title gets the remaining width. */
const TEXT_WIDTH = '136px'
/** Width of a field without a value in any row: as wide as its heading. */
const EMPTY_WIDTH = '88px'
/** With more fields the table is wider than the window, so the title gets a minimum width. */
const FITTING_FIELDS = 4
const TITLE_MIN_WIDTH_PX = 260

/** The field that names an entry: `title`, otherwise the first text field. */
const findNameField = (fields: readonly MenuField[]): MenuField | undefined =>
  fields.find(({ fieldName }) => fieldName === 'title') ??
  fields.find(({ fieldType }) => fieldType === 'SingleLine' || fieldType === 'MultiLine')

/** Columns of the list fields, with promotion flags beside the title (B·§2). */
export function fieldColumns(
  fields: readonly MenuField[],
  words: FieldWords,
  open: (entry: ContentEntry) => void,
  empty: ReadonlySet<string> = new Set(),
  editors: ReadonlyMap<number, EntryEditor> = NO_EDITORS,
): Columns {
  const nameField = findNameField(fields)
  const rest = fields.filter((field) => field !== nameField)
  const title: TableColumn<ContentEntry> = {
    key: nameField?.fieldName ?? 'title',
    title: nameField?.fieldAlias || '标题',
    ...(fields.length > FITTING_FIELDS ? { minWidth: TITLE_MIN_WIDTH_PX } : {}),
    pin: 'start',
    render: (entry) => (
      <TitleLink
        title={
          (nameField && words(nameField, entryText(entry, nameField.fieldName))) || entryTitle(entry, entry.id, fields)
        }
        onOpen={() => open(entry)}
      >
        <PromotionTags entry={entry} />
        <EditorTag editor={editors.get(entry.id)} />
      </TitleLink>
    ),
  }
  // The title takes the position of its field; without such a field it comes first.
  const titleIndex = nameField ? fields.indexOf(nameField) : 0
  return rest.map((field) => fieldColumn(field, words, fields, empty)).toSpliced(titleIndex, 0, title)
}

/** Names of the fields that have no value in any row. */
export const findEmptyFields = (fields: readonly MenuField[], rows: readonly ContentEntry[]): string[] =>
  rows.length === 0
    ? []
    : fields.map(({ fieldName }) => fieldName).filter((name) => rows.every((row) => isEmptyValue(entryText(row, name))))
const isEmptyValue = (text: string): boolean => text === '' || text === '[]'

function fieldColumn(
  field: MenuField,
  words: FieldWords,
  fields: readonly MenuField[],
  empty: ReadonlySet<string>,
): TableColumn<ContentEntry> {
  const { fieldName, fieldAlias, fieldType } = field
  return {
    key: fieldName,
    title: fieldAlias || fieldName,
    width: empty.has(fieldName) ? EMPTY_WIDTH : (WIDTHS[fieldType] ?? TEXT_WIDTH),
    render: (entry) => {
      const text = entryText(entry, fieldName)
      return fieldType === 'Photo' ? (
        <Cover accessPath={text} name={entryTitle(entry, entry.id, fields)} />
      ) : (
        words(field, text)
      )
    },
  }
}

/** Columns after the fields: creation time, status (1122) and sort value. */
export function endColumns(
  place: ListContext,
  sort: (entry: ContentEntry, sort: number) => Promise<unknown>,
  states: PublicStates | null,
): Columns {
  const status: TableColumn<ContentEntry> = {
    key: 'status',
    title: '状态',
    width: states ? '144px' : '88px',
    render: (entry) => <EntryStatus entry={entry} state={states?.get(entry.id)} title={titleOf(place.column, entry)} />,
  }
  const publicState = states ? [publicStateColumn(place.column, states)] : []
  return [
    {
      key: 'createTime',
      title: '创建时间',
      width: '112px',
      render: (entry) => <span title={entry.createTime}>{entry.createTime.slice(0, 'yyyy-MM-dd'.length)}</span>,
    },
    ...(isAllowed(place, 'status') ? [status] : publicState),
    {
      key: 'sort',
      title: '排序',
      width: '88px',
      render: (entry) => (
        <SortInput
          label={`排序 ${titleOf(place.column, entry)}`}
          value={entry.sort}
          disabled={!isAllowed(place, 'sort')}
          save={(value) => sort(entry, value)}
        />
      ),
    },
  ]
}

type PublicStates = ReadonlyMap<number, PublicState>

/** Whether visitors see the entries. */
export const publicStateColumn = (column: ListColumn, states: PublicStates): TableColumn<ContentEntry> => ({
  key: 'publicState',
  title: '上线状态',
  width: '96px',
  render: (entry) => <PublicStateBadge state={states.get(entry.id)} title={titleOf(column, entry)} />,
})

const useTitleLinkStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  link: {
    minWidth: '3em',
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForegroundLink, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
})

interface TitleLinkProps {
  title: string
  onOpen: () => void
  /** Tags that stay visible when the title is cut. */
  children?: ReactNode
}

/** The title of an entry, cut if it is long; the tooltip shows it in full, a click opens the entry. */
function TitleLink({ title, onOpen, children }: TitleLinkProps) {
  const styles = useTitleLinkStyles()
  return (
    <span className={styles.root}>
      <button type="button" className={styles.link} title={title} onClick={onOpen}>
        {title}
      </button>
      {children}
    </span>
  )
}

const useEntryStatusStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
})

interface EntryStatusProps {
  entry: ContentEntry
  state: PublicState | undefined
  title: string
}

/** 已发布 and beside it whether visitors see it: one column, because the title needs the width. */
function EntryStatus({ entry, state, title }: EntryStatusProps) {
  const styles = useEntryStatusStyles()
  return (
    <span className={styles.root}>
      <PassStatus entry={entry} />
      <PublicStateBadge state={state} title={title} />
    </span>
  )
}

const usePassStatusStyles = makeStyles({ lines: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } })

/** Maximum length of a reason in the tooltip; the entry shows the full text. */
const MAX_REASON_LENGTH = 200

function describeRejection({ trueName, approveResult }: ApprovalResult): string {
  const text = [...approveResult]
  const shown =
    text.length > MAX_REASON_LENGTH
      ? `${text.slice(0, MAX_REASON_LENGTH).join('')}…（查看或编辑该内容可查看全文）`
      : approveResult
  return `审批人：${trueName || '未知'}\n审批内容：${shown || '未填写'}`
}

/** Status of an entry (B·§2): waiting for approval, published, rejected (with person and reason) or unpublished. */
function PassStatus({ entry }: { entry: ContentEntry }) {
  const styles = usePassStatusStyles()
  const state = passState(entry)
  if (entry.approveInstanceId !== '')
    return (
      <Badge appearance="tint" color="warning" title={entry.isStatus ? '已发布，修改正在审批' : '正在审批，同意后发布'}>
        审批中
      </Badge>
    )
  const rejection = state === 'rejected' ? parseApprovalResult(entry.approveResult) : null
  if (state === 'published')
    return (
      <Badge appearance="tint" color="success">
        {PASS_STATE_LABELS[state]}
      </Badge>
    )
  if (state === 'unpublished')
    return (
      <Badge appearance="tint" color="informative">
        {PASS_STATE_LABELS[state]}
      </Badge>
    )
  const badge = (
    <Badge appearance="tint" color="danger" {...(rejection ? { tabIndex: 0 } : {})}>
      {PASS_STATE_LABELS[state]}
    </Badge>
  )
  if (!rejection) return badge
  return (
    <Tooltip relationship="description" content={<span className={styles.lines}>{describeRejection(rejection)}</span>}>
      {badge}
    </Tooltip>
  )
}

const usePromotionTagsStyles = makeStyles({
  tag: {
    flex: 'none',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '18px',
  },
  top: { backgroundColor: tokens.colorPaletteRedBackground2, color: tokens.colorPaletteRedForeground2 },
  hot: { backgroundColor: tokens.colorPaletteMarigoldBackground2, color: tokens.colorPaletteMarigoldForeground2 },
  elite: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  editor: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
    backgroundColor: tokens.colorPaletteBlueBackground2,
    color: tokens.colorPaletteBlueForeground2,
  },
  more: { backgroundColor: tokens.colorNeutralBackground4, color: tokens.colorNeutralForeground2 },
})

const NO_EDITORS: ReadonlyMap<number, EntryEditor> = new Map()

const describeEditor = ({ name, since, isOwn }: EntryEditor): string =>
  `${isOwn ? '您' : name} 自 ${since.slice(5, 16)} 起正在编辑`

/** Shows who is editing the entry. */
function EditorTag({ editor }: { editor: EntryEditor | undefined }) {
  const styles = usePromotionTagsStyles()
  if (!editor) return null
  return (
    <span className={mergeClasses(styles.tag, styles.editor)} title={describeEditor(editor)}>
      <EditRegular aria-hidden />
      {editor.isOwn ? '您' : editor.name}
    </span>
  )
}

const promotionKindOf = (flag: PromotionFlag): 'top' | 'hot' | 'elite' =>
  flag.endsWith('Top') ? 'top' : flag.endsWith('Hot') ? 'hot' : 'elite'

/** More tags would leave no space for the title. */
const MAX_PROMOTION_TAGS = 3

const flagsOf = (entry: ContentEntry) => PROMOTIONS.filter(({ flag }) => entry[flag])

/** Short labels of the promotion flags. */
const FLAG_TAGS: Readonly<Record<PromotionFlag, string>> = {
  indexTop: '首顶',
  indexHot: '首热',
  indexElite: '首荐',
  channelTop: '频顶',
  channelHot: '频热',
  channelElite: '频荐',
  menuTop: '栏顶',
  menuHot: '栏热',
  menuElite: '栏荐',
  navElite: '导荐',
  rightElite: '右荐',
  leftElite: '左荐',
}

/** Promotion flags of an entry (B·§2), with full names as tooltips. Plain elements, because lists render many. */
function PromotionTags({ entry }: { entry: ContentEntry }) {
  const styles = usePromotionTagsStyles()
  const flags = flagsOf(entry)
  const shown = flags.length > MAX_PROMOTION_TAGS ? flags.slice(0, MAX_PROMOTION_TAGS - 1) : flags
  const rest = flags.slice(shown.length)
  return (
    <>
      {shown.map(({ flag, title }) => (
        <span key={flag} className={mergeClasses(styles.tag, styles[promotionKindOf(flag)])} title={title}>
          {FLAG_TAGS[flag]}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={mergeClasses(styles.tag, styles.more)} title={rest.map(({ title }) => title).join('、')}>
          +{rest.length}
        </span>
      )}
    </>
  )
}
