export { default, generateMetadata } from "../../view-image/[id]/page";
