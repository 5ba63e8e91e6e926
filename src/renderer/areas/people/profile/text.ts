/** C·§2 Profile page. */
export const PROFILE = {
  title: '个人信息',
  text: '您的账号、姓名和邮箱。修改账号后，下次请用新的账号登录。',
  username: '账号',
  screenName: '姓名',
  email: '邮箱',
  avatar: '头像',
  crop: '裁剪头像',
  remove: '移除头像',
  /** Its exact words are not shown. */
  note: '裁剪结果不会保存到数据库，刷新后重置。',
}
