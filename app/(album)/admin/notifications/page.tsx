export { default, metadata } from "../../admin-notifications/page";
