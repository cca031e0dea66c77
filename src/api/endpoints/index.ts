import { addUser } from './accounts/add-user.ts';
import { changeUser } from './accounts/change-user.ts';
import { listUsers } from './accounts/list-users.ts';
import { makePasswordLink } from './accounts/make-password-link.ts';
import type { Endpoint } from './define-endpoint.ts';
import { createKey } from './keys/create-key.ts';
import { getSigningSecret } from './keys/get-signing-secret.ts';
import { listKeys } from './keys/list-keys.ts';
import { renameKey } from './keys/rename-key.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { callTools } from './mcp/call-tools.ts';
import { deletePhoto } from './photos/delete-photo.ts';
import { getPhoto } from './photos/get-photo.ts';
import { uploadPhoto } from './photos/upload-photo.ts';
import { describe } from './rendering/describe.ts';
import { getImage } from './rendering/get-image.ts';
import { getSignedImage } from './rendering/get-signed-image.ts';
import { render } from './rendering/render.ts';
import { sign } from './rendering/sign.ts';
import { getDescription } from './service/get-description.ts';
import { getMetrics } from './service/get-metrics.ts';
import { isAlive } from './service/is-alive.ts';
import { isReady } from './service/is-ready.ts';
import { changePassword } from './session/change-password.ts';
import { login } from './session/login.ts';
import { logout } from './session/logout.ts';
import { logoutOthers } from './session/logout-others.ts';
import { whoAmI } from './session/who-am-i.ts';
import { getCover } from './templates/get-cover.ts';
import { getItemPicture } from './templates/get-item-picture.ts';
import { getLinkPicture } from './templates/get-link-picture.ts';
import { getTemplate } from './templates/get-template.ts';
import { listCategories } from './templates/list-categories.ts';
import { listTemplates } from './templates/list-templates.ts';

/** All endpoints of the API, in the order of the OpenAPI document. */
export const endpoints = [
  describe,
  render,
  getImage,
  sign,
  getSignedImage,
  callTools,
  uploadPhoto,
  getPhoto,
  deletePhoto,
  listTemplates,
  getTemplate,
  listCategories,
  getCover,
  getLinkPicture,
  getItemPicture,
  login,
  whoAmI,
  logout,
  logoutOthers,
  changePassword,
  listUsers,
  addUser,
  changeUser,
  makePasswordLink,
  listKeys,
  createKey,
  renameKey,
  revokeKey,
  getSigningSecret,
  isAlive,
  isReady,
  getMetrics,
  getDescription,
] as const;

/** The ports of all endpoints. */
export type EndpointPorts = [(typeof endpoints)[number]] extends [Endpoint<infer Ports>] ? Ports : never;
