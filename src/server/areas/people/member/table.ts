import { flag, id, index, int, millis, ownedBy, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const memberTables = {
  /** An account of the public on one site. */
  member: table({
    title: '会员',
    columns: {
      id: id(),
      siteId: ref('site'),
      userName: text(),
      /** Unique in a site: see toNameKey. */
      userNameKey: text(),
      phone: text(),
      email: text(),
      name: text(),
      nickName: text(),
      /** yyyy-MM-dd; '' for none. */
      birthday: text(),
      headSculpture: text(),
      sex: text(),
      /** Set by hand; 0: by points. */
      levelId: ref('member_level'),
      points: int(),
      source: text(),
      isEnable: flag(),
      /** When the personal data was erased; 0: not erased. */
      eraseTime: millis(),
      createTime: millis(),
      ...lastSavedColumns(),
    },
    indexes: {
      member_name: unique('siteId userNameKey'),
      member_place: index('siteId id'),
      member_of_level: index('levelId'),
      member_avatar: index('headSculpture'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'members', of: 'site', without: ['siteId'] },
  }),
  member_in_group: table({
    columns: {
      memberId: ownedBy('member'),
      groupId: ownedBy('member_group'),
    },
    key: ['memberId', 'groupId'],
    indexes: {
      member_of_group: index('groupId'),
    },
    archive: { kind: 'memberships', of: 'memberId', order: ['memberId', 'groupId'], without: [] },
  }),
  /** Passwords of members, separate from staff passwords and from the columns that lists read. */
  member_secret: table({
    columns: {
      memberId: ownedBy('member').key(),
      /** argon2id. */
      passwordHash: text(),
      updateTime: millis(),
    },
  }),
}
