//! Resources (OCP 6.4) become evidence sources, member for member.

use super::Writer;
use crate::json::Cursor;
use crate::mapping::oz;

impl<'s> Writer<'s, '_> {
    /// `resources`.
    pub(super) fn resources(&mut self) {
        for resource in self.source.get("resources").items() {
            if self.own_resource(resource) {
                continue;
            }
            self.resource(resource);
        }
    }

    fn resource(&mut self, resource: Cursor<'s>) {
        let slot = self.b.object(self.lists.sources, "");
        let leaf = resource.get("id");
        let id = self.reference(leaf);
        self.b.id(oz::RESOURCE_ID, slot, "id", leaf, &id);
        for member in
            ["kind", "uri", "title", "description", "revision", "resolver", "excerpt", "availability"]
        {
            self.b.exact(oz::RESOURCE, slot, member, resource.get(member));
        }
        self.b.exact(oz::RESOURCE_MEDIA, slot, "mediaType", resource.get("media_type"));
        self.b.exact(oz::RESOURCE_OBSERVED, slot, "observedAt", resource.get("observed_at"));
        self.digest(oz::RESOURCE_DIGEST, slot, resource.get("digest"));
        self.b.copy(oz::RESOURCE_SENSITIVITY, slot, "sensitivity", resource.get("sensitivity"));
        let locator = resource.get("locator");
        if locator.is_object() {
            let place = self.b.object(slot, "locator");
            for member in ["system", "type", "key"] {
                self.b.exact(oz::RESOURCE_LOCATOR, place, member, locator.get(member));
            }
        }
    }
}
